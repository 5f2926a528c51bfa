package dev.bawn.launcher.config;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.Word;
import dev.bawn.launcher.workspace.Credentials;
import dev.bawn.launcher.workspace.Masks;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A key of {@code config.toml}. */
public enum Setting {
  DEFAULT_TOOL(Amount.ONE, CommandName::of),
  DEFAULT_SHELL(Amount.ONE, Grammar::program),
  WORKSPACE(Amount.ONE, text -> oneOf(text, WorkspaceKind.values()), "overlay"),
  PROFILE(Amount.ONE, text -> oneOf(text, List.of("strict", "balanced", "compat")), "strict"),
  NETWORK(Amount.ONE, text -> oneOf(text, NetworkPolicy.values()), "open"),
  HOME(Amount.ONE, Grammar::home, "persistent"),
  ENV_PASSTHROUGH(Amount.MANY, Grammar::variable, "TERM", "LANG", "LC_ALL", "COLORTERM"),
  RO(Amount.MANY, Grammar::share),
  RW(Amount.MANY, Grammar::share),
  HIDDEN_PATHS(Amount.MANY, Grammar::belowHome, Credentials.BELOW_HOME.toArray(String[]::new)),
  MASK(Amount.MANY, Masks::pattern),
  CONFINEMENT(Amount.ONE, text -> oneOf(text, Confinement.values()), "preferred");

  /** How many values it has. */
  enum Amount {
    ONE,
    MANY
  }

  private final Amount amount;
  private final Consumer<String> check;
  private final List<String> defaults;

  Setting(Amount amount, Consumer<String> check, String... defaults) {
    this.amount = amount;
    this.check = check;
    this.defaults = List.of(defaults);
  }

  /** Its name in the file. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it is a list, to which each file adds. */
  public boolean isList() {
    return amount == Amount.MANY;
  }

  /** What holds where nobody said anything. */
  public List<String> defaults() {
    return defaults;
  }

  /**
   * The value, if it is possible.
   *
   * @throws RuntimeException with the reason, if it is not
   */
  String checked(String value) {
    check.accept(value);
    return value;
  }

  private static void oneOf(String text, Word[] words) {
    oneOf(text, Arrays.stream(words).map(Word::word).toList());
  }

  private static void oneOf(String text, List<String> words) {
    if (!words.contains(text)) {
      throw new IllegalArgumentException("use " + words.stream().collect(Collectors.joining(", ")));
    }
  }
}
