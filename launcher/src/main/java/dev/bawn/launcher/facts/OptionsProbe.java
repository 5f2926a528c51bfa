package dev.bawn.launcher.facts;

import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.ResourceLimits;
import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.config.EffectiveSettings;
import dev.bawn.launcher.config.Setting;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.plan.HomeChoice;
import dev.bawn.launcher.plan.SessionOptions;
import dev.bawn.launcher.plan.Share;
import dev.bawn.launcher.plan.Variable;
import dev.bawn.launcher.record.Permission;
import dev.bawn.launcher.record.Tag;
import dev.bawn.launcher.request.EtcKind;
import dev.bawn.launcher.request.Notification;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.request.SessionProfile;
import dev.bawn.launcher.request.Sharing;
import dev.bawn.launcher.workspace.GitAddress;
import dev.bawn.launcher.workspace.SessionMasks;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads the options of an unprivileged session from {@link SessionArguments} and the settings. */
final class OptionsProbe {

  private final Typed typed;
  private final EffectiveSettings settings;
  private final NamedMounts places;
  private final Path directory;
  private final boolean isEarlier;
  private final List<String> words = new ArrayList<>();

  private OptionsProbe(
      Typed typed,
      EffectiveSettings settings,
      NamedMounts places,
      Path directory,
      boolean isEarlier) {
    this.typed = typed;
    this.settings = settings;
    this.places = places;
    this.directory = directory;
    this.isEarlier = isEarlier;
  }

  /**
   * The options of a command line; settings apply where an option is missing.
   *
   * @param places finds the named paths
   * @param directory the working directory of the session, relative to its workspace
   * @param isEarlier whether an earlier session has these options
   * @throws dev.bawn.contract.failure.Failure if an option is not valid
   */
  static SessionOptions of(
      Typed typed,
      EffectiveSettings settings,
      NamedMounts places,
      Path directory,
      boolean isEarlier) {
    return new OptionsProbe(typed, settings, places, directory, isEarlier).options();
  }

  /** The hint about a path of an option that does not exist. */
  private String missing(String what) {
    return isEarlier
        ? "move it back, or start a new session: bawn launch --help"
        : "name an existing " + what;
  }

  private SessionOptions options() {
    WorkspaceKind workspace = workspace();
    SessionProfile profile =
        choice(SessionArguments.PROFILE, Setting.PROFILE, SessionProfile.values());
    EtcKind etc = etc(profile);
    NetworkPolicy network =
        choice(SessionArguments.NETWORK, Setting.NETWORK, NetworkPolicy.values());
    HomeChoice home = home();
    Sharing login = choice(SessionArguments.LOGIN, Setting.LOGIN, Sharing.values());
    Sharing caches = choice(SessionArguments.CACHES, Setting.CACHES, Sharing.values());
    Notification notification =
        choice(SessionArguments.NOTIFY, Setting.NOTIFY, Notification.values());
    SessionMasks masks = masks();
    List<Share> shares = shares();
    List<Variable> variables = variables();
    if (typed.has(SessionArguments.TOOL_PATH)) {
      remember(
          SessionArguments.TOOL_PATH,
          places.absolute(typed.value(SessionArguments.TOOL_PATH, "")).toString());
    }
    if (typed.has(Permission.LOGIN_FROM_HOST.word()) && !(home instanceof HomeChoice.Persistent)) {
      throw new WrongUsage(
          "--login-from-host copies a login only into a persistent home",
          "leave out one of --login-from-host and --home");
    }
    tags();
    if (!directory.toString().isEmpty()) {
      remember(SessionArguments.DIRECTORY, directory.toString());
    }
    return new SessionOptions(
        workspace,
        etc,
        home,
        login,
        caches,
        network,
        limits(),
        settings.confinement(),
        shares,
        variables,
        sshHosts(network),
        settings.all(Setting.SETUP),
        masks,
        hidesSecrets(profile),
        mountBase(),
        directory,
        permissions(),
        notification,
        words);
  }

  private WorkspaceKind workspace() {
    boolean isFetched = typed.has(SessionArguments.FROM_GIT);
    if (!isFetched && typed.has(SessionArguments.REF)) {
      throw new WrongUsage(
          "--ref needs --from-git", "for a project: --workspace worktree --base REF");
    }
    if (!isFetched) {
      return choice(SessionArguments.WORKSPACE, Setting.WORKSPACE, WorkspaceKind.ofUnprivileged());
    }
    for (String other :
        List.of(
            SessionArguments.WORKSPACE,
            SessionArguments.BASE,
            SessionArguments.MASK,
            SessionArguments.MASK_ENV,
            SessionArguments.MASK_SECRETS)) {
      if (typed.has(other)) {
        throw new WrongUsage(
            "--from-git and " + other + " cannot be used together", "leave out one");
      }
    }
    remember(
        SessionArguments.FROM_GIT,
        GitAddress.of(typed.value(SessionArguments.FROM_GIT, ""), places.absolute(".")).text());
    if (typed.has(SessionArguments.REF)) {
      remember(SessionArguments.REF, typed.value(SessionArguments.REF, ""));
    }
    return WorkspaceKind.CLONE;
  }

  private ResourceLimits limits() {
    return new ResourceLimits(
        limit(SessionArguments.MEMORY, Setting.MEMORY, ResourceLimits::memory).orElse(0L),
        limit(SessionArguments.CPUS, Setting.CPUS, ResourceLimits::cpus).orElse(0),
        limit(SessionArguments.PIDS, Setting.PIDS, ResourceLimits::pids).orElse(0));
  }

  /** The number of an option, or else of the setting. */
  private <N> Optional<N> limit(String option, Setting setting, Function<String, N> number) {
    if (!typed.has(option)) {
      return settings.one(setting).map(number);
    }
    String text = typed.value(option, "");
    try {
      N limit = number.apply(text);
      remember(option, text);
      return Optional.of(limit);
    } catch (IllegalArgumentException e) {
      throw new WrongUsage(
          "'" + Printable.of(text) + "' is not a valid " + setting.key() + " limit",
          e.getMessage());
    }
  }

  private List<Share> shares() {
    List<Share> shares = new ArrayList<>();
    shares(Setting.PATH, Share.Manner.PROGRAMS, shares);
    shares(Setting.RO, Share.Manner.READ_ONLY, shares);
    shares(Setting.RW, Share.Manner.WRITABLE, shares);
    int ofSettings = shares.size();
    shares(SessionArguments.RO, Share.Manner.READ_ONLY, shares);
    shares(SessionArguments.RW, Share.Manner.WRITABLE, shares);
    shares(SessionArguments.DEV, Share.Manner.DEVICE, shares);
    requireOwnPlaces(shares.subList(ofSettings, shares.size()));
    return shares;
  }

  /** Requires that no option hides the files of another one; options replace those of settings. */
  private static void requireOwnPlaces(List<Share> typed) {
    Set<Path> places = new HashSet<>();
    for (Share share : typed) {
      if (!places.add(share.at())) {
        throw new WrongUsage(
            "two options mount files at " + Printable.of(share.at()),
            "leave out one, or give it another place in the session: HOST:/INSIDE");
      }
    }
  }

  /** Returns one of a few values: the option's value, or else the setting's. */
  private <W extends Enum<W> & Spelling> W choice(String option, Setting setting, W[] choices) {
    if (!typed.has(option)) {
      return Parameters.value(setting.key(), settings.one(setting).orElseThrow(), choices);
    }
    W chosen = Parameters.value(option, typed.value(option, ""), choices);
    remember(option, chosen.word());
    return chosen;
  }

  private EtcKind etc(SessionProfile profile) {
    if (!typed.has(SessionArguments.ETC)) {
      return profile.etc();
    }
    EtcKind etc =
        Parameters.value(
            SessionArguments.ETC, typed.value(SessionArguments.ETC, ""), EtcKind.values());
    remember(SessionArguments.ETC, etc.word());
    return etc;
  }

  private HomeChoice home() {
    String word = typed.value(SessionArguments.HOME, settings.one(Setting.HOME).orElseThrow());
    if (word.equals("persistent")) {
      return new HomeChoice.Persistent();
    }
    if (word.equals("ephemeral")) {
      remember(SessionArguments.HOME, word);
      return new HomeChoice.Ephemeral();
    }
    MountSource directory =
        places.home(
            word,
            typed.has(SessionArguments.HOME)
                ? NearestMatch.hint(word, List.of("persistent", "ephemeral"), missing("directory"))
                : named(Setting.HOME));
    remember(SessionArguments.HOME, directory.path().toString());
    return new HomeChoice.At(directory);
  }

  private SessionMasks masks() {
    rememberFlag(SessionArguments.MASK_ENV);
    rememberFlag(SessionArguments.MASK_SECRETS);
    List<String> patterns = typed.values(SessionArguments.MASK);
    for (String pattern : patterns) {
      remember(SessionArguments.MASK, mask(pattern));
    }
    List<String> all = new ArrayList<>(settings.all(Setting.MASK));
    all.addAll(patterns);
    return new SessionMasks(
        typed.has(SessionArguments.MASK_ENV) || settings.is(Setting.MASK_ENV),
        typed.has(SessionArguments.MASK_SECRETS) || settings.is(Setting.MASK_SECRETS),
        all);
  }

  private boolean hidesSecrets(SessionProfile profile) {
    rememberFlag(SessionArguments.SHOW_SECRETS);
    return profile == SessionProfile.STRICT
        && !typed.has(SessionArguments.SHOW_SECRETS)
        && !settings.is(Setting.SHOW_SECRETS);
  }

  private static String mask(String pattern) {
    try {
      return SessionMasks.pattern(pattern);
    } catch (IllegalArgumentException e) {
      throw new WrongUsage(
          "'" + Printable.of(pattern) + "' cannot be a mask: " + e.getMessage(),
          "for example: --mask '*.pem'");
    }
  }

  private void shares(String option, Share.Manner manner, List<Share> shares) {
    for (String word : typed.values(option)) {
      Share share =
          places.share(
              word,
              manner,
              missing(manner == Share.Manner.DEVICE ? "device" : "file or directory"));
      remember(option, share.from() + ":" + share.at());
      shares.add(share);
    }
  }

  private static String named(Setting setting) {
    return "the setting '" + setting.key() + "' names it, see: bawn config show";
  }

  private void shares(Setting setting, Share.Manner manner, List<Share> shares) {
    for (String word : settings.all(setting)) {
      try {
        shares.add(places.share(word, manner, named(setting)));
      } catch (Refused e) {
        throw new Refused(e.what(), named(setting) + "; " + e.hint());
      }
    }
  }

  private List<Variable> variables() {
    List<Variable> variables = new ArrayList<>();
    for (String word : typed.values(SessionArguments.ENV)) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        variables.add(new Variable(name(word.substring(0, equals)), word.substring(equals + 1)));
      } else {
        name(word);
      }
      remember(SessionArguments.ENV, word);
    }
    return variables;
  }

  private List<String> sshHosts(NetworkPolicy network) {
    if (network == NetworkPolicy.NONE) {
      if (typed.has(SessionArguments.WITH_SSH)) {
        throw new WrongUsage(
            "--with-ssh needs a network, and this session has no network",
            "leave out --with-ssh, or use --network open");
      }
      return List.of();
    }
    Set<String> hosts = new LinkedHashSet<>(settings.all(Setting.SSH_HOSTS));
    for (String host : typed.values(SessionArguments.WITH_SSH)) {
      try {
        hosts.add(Setting.sshHost(host));
      } catch (IllegalArgumentException e) {
        throw new WrongUsage(
            "'" + Printable.of(host) + "' is not the name of a host",
            "give the name alone, for example: --with-ssh github.com");
      }
      remember(SessionArguments.WITH_SSH, host);
    }
    return List.copyOf(hosts);
  }

  private static String name(String name) {
    boolean valid = !name.isEmpty() && !Character.isDigit(name.charAt(0));
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      valid &= c == '_' || c < 128 && Character.isLetterOrDigit(c);
    }
    if (!valid) {
      throw new WrongUsage(
          "'" + Printable.of(name) + "' is not the name of a variable",
          "use --env NAME or --env NAME=VALUE");
    }
    return name;
  }

  private void tags() {
    for (Tag tag : Tag.all(typed.values(Tag.OPTION))) {
      remember(Tag.OPTION, tag.text());
    }
  }

  private Optional<Path> mountBase() {
    if (!typed.has(SessionArguments.MOUNT_BASE)) {
      return Optional.empty();
    }
    String word = typed.value(SessionArguments.MOUNT_BASE, "");
    if (!word.startsWith("/") || Path.of(word).normalize().getNameCount() == 0) {
      throw new WrongUsage(
          "'" + Printable.of(word) + "' cannot be the mount base: expected an absolute path",
          "for example: --mount-base /work");
    }
    Path base = Path.of(word).normalize();
    for (String system : List.of("/etc", "/proc", "/sys", "/dev", "/run")) {
      if (base.startsWith(system)) {
        throw new WrongUsage(
            "the mount base cannot be below " + system, "for example: --mount-base /work");
      }
    }
    remember(SessionArguments.MOUNT_BASE, base.toString());
    return Optional.of(base);
  }

  private Set<Permission> permissions() {
    Set<Permission> permissions = EnumSet.noneOf(Permission.class);
    for (Permission permission : Permission.values()) {
      if (typed.has(permission.word())) {
        permissions.add(permission);
        words.add(permission.word());
      }
    }
    if (settings.is(Setting.IDENTITY)) {
      permissions.add(Permission.IDENTITY);
    }
    if (permissions.containsAll(List.of(Permission.IDENTITY, Permission.GITCONFIG))) {
      throw new WrongUsage(
          "--identity and --with-gitconfig cannot be used together: your settings of git may name another"
              + " key",
          "leave out one of them; a setting can add --identity: bawn config show");
    }
    return permissions;
  }

  private void remember(String option, String value) {
    words.add(option + "=" + value);
  }

  private void rememberFlag(String flag) {
    if (typed.has(flag)) {
      words.add(flag);
    }
  }
}
