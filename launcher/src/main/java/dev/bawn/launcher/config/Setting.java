package dev.bawn.launcher.config;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.ResourceLimits;
import dev.bawn.contract.agent.SessionVariable;
import dev.bawn.contract.agent.Spelling;
import dev.bawn.launcher.mount.Credentials;
import dev.bawn.launcher.workspace.SessionMasks;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A key of {@code config.toml}, and the effect of its values. Without trust, values of a project's
 * file can only restrict a session: this table alone decides which values do.
 */
public enum Setting {
  DEFAULT_TOOL(Kind.OPENS, CommandName::of),
  DEFAULT_SHELL(Kind.OPENS, Grammar::program),
  WORKSPACE(
      List.of("bind", "overlay", "worktree", "clone", "readonly", "empty"),
      text -> oneOf(text, WorkspaceKind.ofUnprivileged()),
      "overlay"),
  PROFILE(
      List.of("compat", "balanced", "strict"),
      text -> oneOf(text, List.of("strict", "balanced", "compat")),
      "strict"),
  NETWORK(List.of("open", "none"), text -> oneOf(text, NetworkPolicy.values()), "open"),
  HOME(List.of("persistent", "ephemeral"), Grammar::home, "persistent"),
  LOGIN(
      List.of("shared", "separate"), text -> oneOf(text, List.of("shared", "separate")), "shared"),
  CACHES(
      List.of("shared", "separate"), text -> oneOf(text, List.of("shared", "separate")), "shared"),
  MEMORY(Kind.NUMBER, ResourceLimits::memory),
  CPUS(Kind.NUMBER, ResourceLimits::cpus),
  PIDS(Kind.NUMBER, ResourceLimits::pids),
  PORT_BASE(Kind.NUMBER, text -> Grammar.number(text, 1024, 65000), "20000"),
  PORT_COUNT(Kind.NUMBER, text -> Grammar.number(text, 1, 1000), "10"),
  NOTIFY(Kind.OPENS, text -> oneOf(text, List.of("none", "bell", "desktop", "hook")), "none"),
  ENV_PASSTHROUGH(
      Kind.LIST_THAT_OPENS, SessionVariable::requireName, "TERM", "LANG", "LC_ALL", "COLORTERM"),
  PATH(Kind.LIST_THAT_OPENS, Grammar::programs),
  RO(Kind.LIST_THAT_OPENS, Grammar::share),
  RW(Kind.LIST_THAT_OPENS, Grammar::share),
  SSH_HOSTS(Kind.LIST_THAT_OPENS, Grammar::sshHost),
  SETUP(Kind.LIST_THAT_OPENS, Grammar::commandLine),
  HIDDEN_PATHS(
      Kind.LIST_THAT_RESTRICTS, Grammar::belowHome, Credentials.BELOW_HOME.toArray(String[]::new)),
  MASK(Kind.LIST_THAT_RESTRICTS, SessionMasks::pattern),
  MASK_ENV(List.of("false", "true")),
  MASK_SECRETS(List.of("false", "true")),
  SHOW_SECRETS(List.of("true", "false")),
  IDENTITY(List.of()),
  CONFINEMENT(
      List.of("preferred", "required"), text -> oneOf(text, Confinement.values()), "preferred");

  /** The kind of a key's values. */
  enum Kind {
    /** One value; no value restricts more than another. */
    OPENS,
    /** One number; a project may set it only after {@code bawn trust}. */
    NUMBER,
    /** One of a few values; some restrict more than others. */
    SCALE,
    /** True or false; false is the default. */
    FLAG,
    LIST_THAT_OPENS,
    LIST_THAT_RESTRICTS
  }

  private final Kind kind;

  /** From the value that restricts least to the one that restricts most. */
  private final List<String> scale;

  private final Consumer<String> check;
  private final List<String> defaults;

  Setting(Kind kind, Consumer<String> check, String... defaults) {
    this.kind = kind;
    this.scale = List.of();
    this.check = check;
    this.defaults = List.of(defaults);
  }

  Setting(List<String> scale, Consumer<String> check, String value) {
    this.kind = Kind.SCALE;
    this.scale = scale;
    this.check = check;
    this.defaults = List.of(value);
  }

  Setting(List<String> scale) {
    this.kind = Kind.FLAG;
    this.scale = scale;
    this.check = _ -> {};
    this.defaults = List.of("false");
  }

  /** Its name in the file. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Tells whether it is a list, to which each file adds values. */
  public boolean isList() {
    return kind == Kind.LIST_THAT_OPENS || kind == Kind.LIST_THAT_RESTRICTS;
  }

  /** Tells whether its value is a number, which may have a unit. */
  boolean isNumber() {
    return kind == Kind.NUMBER;
  }

  /** Tells whether its values are true and false. */
  boolean isFlag() {
    return kind == Kind.FLAG;
  }

  /** Tells whether it is a list whose values restrict a session. */
  boolean isListThatRestricts() {
    return kind == Kind.LIST_THAT_RESTRICTS;
  }

  /**
   * Tells whether a value restricts a session more than another value of the same key. A value that
   * is not on the scale, such as a directory as home, restricts least.
   */
  public boolean isStricter(String value, String other) {
    return Math.max(0, scale.indexOf(value)) > Math.max(0, scale.indexOf(other));
  }

  /**
   * The values from the one that restricts least to the one that restricts most; empty without an
   * order.
   */
  List<String> scale() {
    return scale;
  }

  /** The default values. */
  public List<String> defaults() {
    return defaults;
  }

  /**
   * The value, if it is valid.
   *
   * @throws RuntimeException with the reason, if it is not
   */
  String checked(String value) {
    check.accept(value);
    return value;
  }

  /**
   * The name of a host, as ssh(1) accepts it without a user.
   *
   * @throws IllegalArgumentException if it is not valid
   */
  public static String sshHost(String text) {
    Grammar.sshHost(text);
    return text;
  }

  private static void oneOf(String text, Spelling[] words) {
    oneOf(text, Arrays.stream(words).map(Spelling::word).toList());
  }

  private static void oneOf(String text, List<String> words) {
    if (!words.contains(text)) {
      throw new IllegalArgumentException("use " + words.stream().collect(Collectors.joining(", ")));
    }
  }
}
