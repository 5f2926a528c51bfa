package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.Word;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.config.Setting;
import dev.bawn.launcher.config.Settings;
import dev.bawn.launcher.session.EtcKind;
import dev.bawn.launcher.session.HomeChoice;
import dev.bawn.launcher.session.Leave;
import dev.bawn.launcher.session.Outlook;
import dev.bawn.launcher.session.SessionOptions;
import dev.bawn.launcher.session.SessionRecord;
import dev.bawn.launcher.session.Share;
import dev.bawn.launcher.session.Variable;
import dev.bawn.launcher.workspace.Masks;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of sessions under the caller's own uid, which sealed agents have not. */
final class OwnOptions {

  static final String TOOL_PATH = "--tool-path";
  static final String WORKSPACE = "--workspace";
  private static final String PROFILE = "--profile";
  private static final String ETC = "--etc";
  private static final String HOME = "--home";
  private static final String NETWORK = "--network";
  private static final String MASK_ENV = "--mask-env";
  private static final String MASK_SECRETS = "--mask-secrets";
  private static final String MASK = "--mask";
  private static final String RO = "--ro";
  private static final String RW = "--rw";
  private static final String DEV = "--dev";
  private static final String ENV = "--env";
  private static final String MOUNT_BASE = "--mount-base";

  /** Options with a value that are said once. */
  private static final List<String> VALUES =
      List.of(WORKSPACE, PROFILE, ETC, HOME, NETWORK, MOUNT_BASE);

  private final Typed typed;
  private final Settings settings;
  private final Surroundings here;
  private final Path callersHome;
  private final List<String> words = new ArrayList<>();

  private OwnOptions(Typed typed, Settings settings, Surroundings here, Path callersHome) {
    this.typed = typed;
    this.settings = settings;
    this.callersHome = callersHome;
    this.here = here;
  }

  /** Says what can be typed. */
  static void addTo(CommandSpec spec) {
    spec.addOption(Words.option(WORKSPACE, "KIND", "overlay (default), bind, readonly or empty"))
        .addOption(Words.option(PROFILE, "HOW", "strict (default), balanced or compat"))
        .addOption(Words.option(ETC, "KIND", "synthetic, balanced, full or none"))
        .addOption(Words.option(HOME, "HOME", "persistent (default), ephemeral or a directory"))
        .addOption(Words.option(NETWORK, "HOW", "open (default) or none"))
        .addOption(Words.flag(MASK_ENV, "hide .env and .env.* but for examples"))
        .addOption(Words.flag(MASK_SECRETS, "hide directories called secrets"))
        .addOption(Words.repeatable(MASK, "PATTERN", "hide these paths of the project"))
        .addOption(Words.repeatable(RO, "PATH", "show it, read-only (also HOST:INSIDE)"))
        .addOption(Words.repeatable(RW, "PATH", "show it, writable (also HOST:INSIDE)"))
        .addOption(Words.repeatable(DEV, "PATH", "show this device"))
        .addOption(Words.repeatable(ENV, "NAME[=V]", "set or pass on this variable"))
        .addOption(Words.option(MOUNT_BASE, "DIR", "show the project in DIR, not at its path"));
    for (Leave leave : Leave.values()) {
      spec.addOption(Words.flag(leave.word(), describe(leave)));
    }
  }

  private static String describe(Leave leave) {
    if (leave == Leave.SSH) {
      return "show your .ssh and its agent";
    }
    if (leave == Leave.LOGIN_FROM_HOST) {
      return "copy your login of the tool into its home";
    }
    if (leave == Leave.GITCONFIG) {
      return "show your settings of git";
    }
    if (leave == Leave.ROOT_INSIDE) {
      return "uid 0 inside (and no more rights)";
    }
    return leave == Leave.NO_NESTED
        ? "no user namespaces inside (browsers want them)"
        : "with --workspace bind: also without a .git";
  }

  /** For scripts at a terminal. */
  static OptionSpec quiet() {
    return OptionSpec.builder("-q", "--quiet").description("ask nothing at the start").build();
  }

  /** Whether somebody may be asked; nobody is for a plan that is only shown. */
  static ProposedSettings.Manner manner(Typed typed) {
    return typed.has("--quiet") || typed.has("--dry-run")
        ? ProposedSettings.Manner.TOLD
        : ProposedSettings.Manner.ASKED;
  }

  /** The first option that was typed and is none of a sealed agent's. */
  static Optional<String> firstTyped(Typed typed) {
    for (String option : all()) {
      if (typed.has(option)) {
        return Optional.of(option);
      }
    }
    return Optional.empty();
  }

  private static List<String> all() {
    List<String> all = new ArrayList<>(VALUES);
    all.addAll(List.of(TOOL_PATH, MASK_ENV, MASK_SECRETS, MASK, RO, RW, DEV, ENV));
    for (Leave leave : Leave.values()) {
      all.add(leave.word());
    }
    return all;
  }

  /**
   * What was typed, or set where nothing was typed, as a request.
   *
   * @param home the caller's
   * @throws dev.bawn.contract.failure.Failure if that is impossible
   */
  static SessionOptions of(Typed typed, Settings settings, Surroundings here, Path home) {
    return new OwnOptions(typed, settings, here, home).options();
  }

  /**
   * What was typed when an earlier session began.
   *
   * @throws Refused if what was written down is none of it
   */
  static Typed stored(SessionRecord earlier) {
    CommandSpec spec = Words.command();
    addTo(spec);
    spec.addOption(Words.option(TOOL_PATH, "FILE", ""));
    try {
      return Typed.of(spec, earlier.options());
    } catch (WrongUsage e) {
      throw new Refused(
          "the options of the session " + earlier.name() + " are damaged: " + e.getMessage(),
          "start another one: bawn launch --help");
    }
  }

  /** The program that was named when a session began, if one was. */
  static Optional<Path> toolPath(SessionRecord session) {
    for (String word : session.options()) {
      if (word.startsWith(TOOL_PATH + "=")) {
        return Optional.of(Path.of(word.substring(TOOL_PATH.length() + 1)));
      }
    }
    return Optional.empty();
  }

  private SessionOptions options() {
    WorkspaceKind workspace = choice(WORKSPACE, Setting.WORKSPACE, WorkspaceKind.values());
    EtcKind etc = etc(choice(PROFILE, Setting.PROFILE, Outlook.values()));
    NetworkPolicy network = choice(NETWORK, Setting.NETWORK, NetworkPolicy.values());
    HomeChoice home = home();
    Masks masks = masks();
    List<Share> shares = new ArrayList<>();
    shares(Setting.RO, Share.Manner.READ_ONLY, shares);
    shares(Setting.RW, Share.Manner.WRITABLE, shares);
    shares(RO, Share.Manner.READ_ONLY, shares);
    shares(RW, Share.Manner.WRITABLE, shares);
    shares(DEV, Share.Manner.DEVICE, shares);
    List<Variable> variables = variables();
    if (typed.has(TOOL_PATH)) {
      remember(TOOL_PATH, absolute(typed.value(TOOL_PATH, "")).toString());
    }
    if (typed.has(Leave.LOGIN_FROM_HOST.word()) && !(home instanceof HomeChoice.Persistent)) {
      throw new WrongUsage(
          "a login is copied into a home that bawn keeps, and this is none",
          "leave out one of --login-from-host and --home");
    }
    return new SessionOptions(
        workspace,
        etc,
        home,
        network,
        settings.confinement(),
        shares,
        variables,
        masks,
        mountBase(),
        leaves(),
        words);
  }

  /** One of a few words: the one that was typed, or else the one that is set. */
  private <W extends Enum<W> & Word> W choice(String option, Setting setting, W[] choices) {
    if (!typed.has(option)) {
      return Words.choice(setting.key(), settings.one(setting).orElseThrow(), List.of(choices));
    }
    W chosen = Words.choice(setting.key(), typed.value(option, ""), List.of(choices));
    remember(option, chosen.word());
    return chosen;
  }

  private EtcKind etc(Outlook outlook) {
    if (!typed.has(ETC)) {
      return outlook.etc();
    }
    EtcKind etc = Words.choice("kind of /etc", typed.value(ETC, ""), List.of(EtcKind.values()));
    remember(ETC, etc.word());
    return etc;
  }

  private HomeChoice home() {
    String word = typed.value(HOME, settings.one(Setting.HOME).orElseThrow());
    if (word.equals("persistent")) {
      return new HomeChoice.Persistent();
    }
    if (word.equals("ephemeral")) {
      remember(HOME, word);
      return new HomeChoice.Ephemeral();
    }
    Path directory = ordinary(real(word));
    remember(HOME, directory.toString());
    return new HomeChoice.At(directory);
  }

  private Masks masks() {
    rememberFlag(MASK_ENV);
    rememberFlag(MASK_SECRETS);
    List<String> patterns = typed.values(MASK);
    patterns.forEach(pattern -> remember(MASK, pattern));
    List<String> all = new ArrayList<>(settings.all(Setting.MASK));
    all.addAll(patterns);
    return new Masks(typed.has(MASK_ENV), typed.has(MASK_SECRETS), all);
  }

  private void shares(String option, Share.Manner manner, List<Share> shares) {
    for (String word : typed.values(option)) {
      Share share = share(word, manner);
      remember(option, share.from() + ":" + share.at());
      shares.add(share);
    }
  }

  private void shares(Setting setting, Share.Manner manner, List<Share> shares) {
    for (String word : settings.all(setting)) {
      shares.add(share(word, manner));
    }
  }

  private Share share(String word, Share.Manner manner) {
    int colon = word.indexOf(':');
    String from = colon < 0 ? word : word.substring(0, colon);
    String at = colon < 0 ? absolute(word).toString() : word.substring(colon + 1);
    if (!at.startsWith("/")) {
      throw new WrongUsage(
          "'" + Printable.of(word) + "' says no absolute path inside", "HOST:/INSIDE");
    }
    Path real = ordinary(real(from));
    if (manner == Share.Manner.DEVICE && !real.startsWith("/dev/")) {
      throw new WrongUsage(
          "'" + Printable.of(word) + "' is no device", "for example: --dev /dev/dri");
    }
    return new Share(real, Path.of(at).normalize(), manner);
  }

  private Path absolute(String word) {
    boolean belowHome = word.startsWith("~/");
    Path path = belowHome ? callersHome.resolve(word.substring(2)) : here.directory().resolve(word);
    return path.normalize();
  }

  /** What holds credentials is never shown, and neither is what lies above it. */
  private Path ordinary(Path path) {
    for (String hidden : settings.all(Setting.HIDDEN_PATHS)) {
      Path place = callersHome.resolve(hidden);
      if (place.startsWith(path) || path.startsWith(place)) {
        throw new Refused(
            "'" + Printable.of(path.toString()) + "' is not shown: ~/" + hidden + " lies there",
            "name what is needed of it, or see hidden_paths: bawn config show");
      }
    }
    return path;
  }

  private List<Variable> variables() {
    List<Variable> variables = new ArrayList<>();
    for (String word : typed.values(ENV)) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        variables.add(new Variable(name(word.substring(0, equals)), word.substring(equals + 1)));
      } else {
        name(word);
      }
      remember(ENV, word);
    }
    return variables;
  }

  /** The names of the variables whose values the caller's environment has. */
  static List<String> passed(Typed typed) {
    List<String> names = new ArrayList<>();
    for (String word : typed.values(ENV)) {
      if (word.indexOf('=') < 0) {
        names.add(word);
      }
    }
    return names;
  }

  private static String name(String name) {
    boolean valid = !name.isEmpty() && !Character.isDigit(name.charAt(0));
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      valid &= c == '_' || c < 128 && Character.isLetterOrDigit(c);
    }
    if (!valid) {
      throw new WrongUsage(
          "'" + Printable.of(name) + "' is no name of a variable",
          "--env NAME or --env NAME=VALUE");
    }
    return name;
  }

  private Optional<Path> mountBase() {
    if (!typed.has(MOUNT_BASE)) {
      return Optional.empty();
    }
    String word = typed.value(MOUNT_BASE, "");
    if (!word.startsWith("/") || Path.of(word).normalize().getNameCount() == 0) {
      throw new WrongUsage(
          "'" + Printable.of(word) + "' is no directory inside", "for example: --mount-base /work");
    }
    Path base = Path.of(word).normalize();
    for (String system :
        List.of("/usr", "/etc", "/proc", "/sys", "/dev", "/bin", "/lib", "/lib64")) {
      if (base.startsWith(system)) {
        throw new WrongUsage(
            "no project can be seen below " + system, "for example: --mount-base /work");
      }
    }
    remember(MOUNT_BASE, base.toString());
    return Optional.of(base);
  }

  private Set<Leave> leaves() {
    Set<Leave> leaves = EnumSet.noneOf(Leave.class);
    for (Leave leave : Leave.values()) {
      if (typed.has(leave.word())) {
        leaves.add(leave);
        words.add(leave.word());
      }
    }
    return leaves;
  }

  private Path real(String word) {
    try {
      return absolute(word).toRealPath();
    } catch (IOException e) {
      throw new NotFound(
          "there is no '" + Printable.of(word) + "'", "name something that is there");
    }
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
