package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.Word;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.config.Setting;
import dev.bawn.launcher.config.Settings;
import dev.bawn.launcher.facts.MountSource;
import dev.bawn.launcher.session.EtcKind;
import dev.bawn.launcher.session.HomeChoice;
import dev.bawn.launcher.session.Leave;
import dev.bawn.launcher.session.Outlook;
import dev.bawn.launcher.session.SessionOptions;
import dev.bawn.launcher.session.Share;
import dev.bawn.launcher.session.Variable;
import dev.bawn.launcher.workspace.Masks;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What somebody asked of a session under their own uid, as {@link OwnWords} has the words. */
final class OwnOptions {

  private static final String NAME_ANOTHER = "name something that is there";
  private static final String SEE_SETTINGS = "a setting names it, see: bawn config show";

  private final Typed typed;
  private final Settings settings;
  private final NamedPlaces places;
  private final List<String> words = new ArrayList<>();

  private OwnOptions(Typed typed, Settings settings, NamedPlaces places) {
    this.typed = typed;
    this.settings = settings;
    this.places = places;
  }

  /**
   * What was typed, or set where nothing was typed, as a request.
   *
   * @param places by which what somebody names is found
   * @throws dev.bawn.contract.failure.Failure if that is impossible
   */
  static SessionOptions of(Typed typed, Settings settings, NamedPlaces places) {
    return new OwnOptions(typed, settings, places).options();
  }

  private SessionOptions options() {
    WorkspaceKind workspace = choice(OwnWords.WORKSPACE, Setting.WORKSPACE, WorkspaceKind.values());
    EtcKind etc = etc(choice(OwnWords.PROFILE, Setting.PROFILE, Outlook.values()));
    NetworkPolicy network = choice(OwnWords.NETWORK, Setting.NETWORK, NetworkPolicy.values());
    HomeChoice home = home();
    Masks masks = masks();
    List<Share> shares = shares();
    List<Variable> variables = variables();
    if (typed.has(OwnWords.TOOL_PATH)) {
      remember(OwnWords.TOOL_PATH, places.absolute(typed.value(OwnWords.TOOL_PATH, "")).toString());
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

  private List<Share> shares() {
    List<Share> shares = new ArrayList<>();
    shares(Setting.RO, Share.Manner.READ_ONLY, shares);
    shares(Setting.RW, Share.Manner.WRITABLE, shares);
    shares(OwnWords.RO, Share.Manner.READ_ONLY, shares);
    shares(OwnWords.RW, Share.Manner.WRITABLE, shares);
    shares(OwnWords.DEV, Share.Manner.DEVICE, shares);
    return shares;
  }

  /** One of a few words: the one that was typed, or else the one that is set. */
  private <W extends Enum<W> & Word> W choice(String option, Setting setting, W[] choices) {
    if (!typed.has(option)) {
      return Words.choice(setting.key(), settings.one(setting).orElseThrow(), choices);
    }
    W chosen = Words.choice(setting.key(), typed.value(option, ""), choices);
    remember(option, chosen.word());
    return chosen;
  }

  private EtcKind etc(Outlook outlook) {
    if (!typed.has(OwnWords.ETC)) {
      return outlook.etc();
    }
    EtcKind etc = Words.choice("kind of /etc", typed.value(OwnWords.ETC, ""), EtcKind.values());
    remember(OwnWords.ETC, etc.word());
    return etc;
  }

  private HomeChoice home() {
    String word = typed.value(OwnWords.HOME, settings.one(Setting.HOME).orElseThrow());
    if (word.equals("persistent")) {
      return new HomeChoice.Persistent();
    }
    if (word.equals("ephemeral")) {
      remember(OwnWords.HOME, word);
      return new HomeChoice.Ephemeral();
    }
    MountSource directory =
        places.home(word, typed.has(OwnWords.HOME) ? NAME_ANOTHER : SEE_SETTINGS);
    remember(OwnWords.HOME, directory.path().toString());
    return new HomeChoice.At(directory);
  }

  private Masks masks() {
    rememberFlag(OwnWords.MASK_ENV);
    rememberFlag(OwnWords.MASK_SECRETS);
    List<String> patterns = typed.values(OwnWords.MASK);
    for (String pattern : patterns) {
      remember(OwnWords.MASK, mask(pattern));
    }
    List<String> all = new ArrayList<>(settings.all(Setting.MASK));
    all.addAll(patterns);
    return new Masks(typed.has(OwnWords.MASK_ENV), typed.has(OwnWords.MASK_SECRETS), all);
  }

  private static String mask(String pattern) {
    try {
      return Masks.pattern(pattern);
    } catch (IllegalArgumentException e) {
      throw new WrongUsage(
          "'" + Printable.of(pattern) + "' cannot be a mask: " + e.getMessage(),
          "for example: --mask '*.pem'");
    }
  }

  private void shares(String option, Share.Manner manner, List<Share> shares) {
    for (String word : typed.values(option)) {
      Share share = places.share(word, manner, NAME_ANOTHER);
      remember(option, share.from() + ":" + share.at());
      shares.add(share);
    }
  }

  private void shares(Setting setting, Share.Manner manner, List<Share> shares) {
    for (String word : settings.all(setting)) {
      shares.add(places.share(word, manner, SEE_SETTINGS));
    }
  }

  private List<Variable> variables() {
    List<Variable> variables = new ArrayList<>();
    for (String word : typed.values(OwnWords.ENV)) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        variables.add(new Variable(name(word.substring(0, equals)), word.substring(equals + 1)));
      } else {
        name(word);
      }
      remember(OwnWords.ENV, word);
    }
    return variables;
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
    if (!typed.has(OwnWords.MOUNT_BASE)) {
      return Optional.empty();
    }
    String word = typed.value(OwnWords.MOUNT_BASE, "");
    if (!word.startsWith("/") || Path.of(word).normalize().getNameCount() == 0) {
      throw new WrongUsage(
          "'" + Printable.of(word) + "' is no directory inside", "for example: --mount-base /work");
    }
    Path base = Path.of(word).normalize();
    for (String system : List.of("/etc", "/proc", "/sys", "/dev", "/run")) {
      if (base.startsWith(system)) {
        throw new WrongUsage(
            "no project can be seen below " + system, "for example: --mount-base /work");
      }
    }
    remember(OwnWords.MOUNT_BASE, base.toString());
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

  private void remember(String option, String value) {
    words.add(option + "=" + value);
  }

  private void rememberFlag(String flag) {
    if (typed.has(flag)) {
      words.add(flag);
    }
  }
}
