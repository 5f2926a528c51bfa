package dev.bawn.launcher.facts;

import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.launcher.config.EffectiveSettings;
import dev.bawn.launcher.config.Setting;
import dev.bawn.launcher.key.Key;
import dev.bawn.launcher.key.KeyFile;
import dev.bawn.launcher.plan.FirstProgram;
import dev.bawn.launcher.plan.Variable;
import dev.bawn.launcher.request.SessionArguments;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The caller's environment variables that an unprivileged session gets. */
public final class EnvironmentProbe {

  private final Surroundings here;
  private final EffectiveSettings settings;

  EnvironmentProbe(Surroundings here, EffectiveSettings settings) {
    this.here = here;
    this.settings = settings;
  }

  /**
   * The variables that describe the machine.
   *
   * @param shown the paths that the session sees
   */
  MachineVariables ofMachine(Typed typed, List<Path> shown) {
    return MachineVariables.of(here.environment(), named(typed), shown);
  }

  /**
   * A warning for each registry that the caller's settings name, and that the session lacks.
   *
   * @param shown the paths that the session sees
   */
  List<String> registries(Typed typed, Path project, Path home, List<Path> shown) {
    List<String> warnings = new ArrayList<>();
    List<String> named = named(typed);
    for (String word : typed.values(SessionArguments.ENV)) {
      named.add(word.split("=", 2)[0]);
    }
    for (RegistryFiles each : RegistryFiles.values()) {
      if (!named.contains(each.variable())) {
        each.warning(project, home, shown).ifPresent(warnings::add);
      }
    }
    return warnings;
  }

  private List<String> named(Typed typed) {
    List<String> names = new ArrayList<>(settings.all(Setting.ENV_PASSTHROUGH));
    names.addAll(SessionArguments.passed(typed));
    return names;
  }

  /**
   * The caller's variables that are passed on, if they are set; and the tool's keys.
   *
   * @param machine those that describe the machine
   */
  List<Variable> of(Typed typed, FirstProgram program, MachineVariables machine) {
    Set<String> names = new LinkedHashSet<>(machine.passed());
    names.addAll(named(typed));
    Set<KeyName> missing = new LinkedHashSet<>(missingKeys(typed, here));
    for (KeyName key : program.wishes().keys()) {
      if (here.environment().containsKey(key.text())) {
        names.add(key.text());
      } else {
        missing.add(key);
      }
    }
    List<Variable> variables = set(names, here);
    for (Key key : stored(missing, here)) {
      variables.add(new Variable(key.name().text(), key.value()));
    }
    return variables;
  }

  private static List<Key> stored(Collection<KeyName> names, Surroundings here) {
    return names.isEmpty()
        ? List.of()
        : KeyFile.in(here.environment(), here.user())
            .map(file -> file.these(names))
            .orElse(List.of());
  }

  /** The names of {@code --env NAME} that have no value in the environment, and can be keys. */
  private static List<KeyName> missingKeys(Typed typed, Surroundings here) {
    return SessionArguments.passed(typed).stream()
        .filter(name -> here.environment().getOrDefault(name, "").isEmpty())
        .flatMap(name -> KeyName.from(name).stream())
        .toList();
  }

  /** The names of {@code --env NAME} without a value, also among the stored keys. */
  public static List<String> unset(Typed typed, Surroundings here) {
    List<String> stored =
        stored(missingKeys(typed, here), here).stream().map(key -> key.name().text()).toList();
    return SessionArguments.passed(typed).stream()
        .filter(name -> here.environment().getOrDefault(name, "").isEmpty())
        .filter(name -> !stored.contains(name))
        .toList();
  }

  /**
   * The variables of the caller that are not empty; a value that is not UTF-8 cannot be passed on.
   */
  public static List<Variable> set(Collection<String> names, Surroundings here) {
    List<Variable> variables = new ArrayList<>();
    for (String name : names) {
      String value = here.environment().getOrDefault(name, "");
      if (!value.isEmpty() && value.indexOf('\ufffd') < 0) {
        variables.add(new Variable(name, value));
      }
    }
    return variables;
  }
}
