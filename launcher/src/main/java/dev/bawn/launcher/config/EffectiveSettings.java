package dev.bawn.launcher.config;

import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.PersonalFiles;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a start. A value that restricts a session always takes effect. A value that opens
 * it takes effect from a project's file only if the user trusts that file, and never against a
 * value that the user has set. Of other single values the nearest counts: the project's, yours, the
 * default.
 */
public final class EffectiveSettings {

  private final Map<Setting, List<Value>> values = new EnumMap<>(Setting.class);
  private final Map<Setting, List<String>> leftOut = new EnumMap<>(Setting.class);
  private final ProjectFile project;

  private EffectiveSettings(ProjectFile project) {
    this.project = project;
    for (Setting setting : Setting.values()) {
      add(setting, setting.defaults(), Origin.BUILT_IN);
    }
  }

  /**
   * The settings for a project.
   *
   * @param environment the caller's
   * @param project its top directory; empty if there is none
   * @param files reads the caller's own files, none that a session could have written
   * @throws Refused if a file is not valid: its restrictions would be unknown
   */
  public static EffectiveSettings of(
      Map<String, String> environment, Optional<Path> project, PersonalFiles files) {
    ProjectFile file =
        project
            .map(top -> ProjectFile.look(top, TrustedFiles.in(environment)))
            .orElse(ProjectFile.NONE);
    EffectiveSettings settings = new EffectiveSettings(file);
    path(environment).ifPresent(yours -> settings.addYours(yours, files));
    for (Map.Entry<Setting, List<String>> each : file.values().entrySet()) {
      settings.addProjects(each.getKey(), each.getValue());
    }
    return settings;
  }

  /** The caller's own file, which may not exist. */
  public static Optional<Path> path(Map<String, String> environment) {
    return PersonalDirectory.CONFIG
        .in(environment)
        .map(directory -> directory.resolve("config.toml"));
  }

  private void addYours(Path file, PersonalFiles files) {
    try {
      SettingsFile.read(file.toString(), files.read(file))
          .forEach((setting, texts) -> add(setting, texts, Origin.YOURS));
    } catch (NoSuchFileException e) {
      return;
    } catch (IOException e) {
      throw new Failed("your settings cannot be read: " + file, "see: namei -l " + file);
    }
  }

  private void add(Setting setting, List<String> texts, Origin origin) {
    List<Value> all = values.computeIfAbsent(setting, each -> new ArrayList<>());
    if (!setting.isList()) {
      all.clear();
    }
    texts.forEach(text -> all.add(new Value(text, origin)));
  }

  private void addProjects(Setting setting, List<String> texts) {
    List<String> missing = new ArrayList<>(texts);
    missing.removeAll(all(setting));
    if (missing.isEmpty()) {
      return;
    }
    boolean counts =
        setting.isList()
            ? setting.isListThatRestricts() || project.counts()
            : counts(setting, missing.getFirst());
    if (counts) {
      add(setting, missing, Origin.PROJECT);
    } else {
      leftOut.put(setting, missing);
    }
  }

  /** Tells whether a single value of the project that differs from the present one takes effect. */
  private boolean counts(Setting setting, String value) {
    for (Value now : values.getOrDefault(setting, List.of())) {
      if (setting.isStricter(value, now.text())) {
        return true;
      }
      if (now.origin() == Origin.YOURS && setting.isStricter(now.text(), value)) {
        return false;
      }
    }
    return project.counts();
  }

  /** Tells whether a session may start if this machine lacks one part of its sandbox. */
  public Confinement confinement() {
    boolean required = one(Setting.CONFINEMENT).equals(Optional.of(Confinement.REQUIRED.word()));
    return required ? Confinement.REQUIRED : Confinement.PREFERRED;
  }

  /** The values of a setting with their origins, in the order of the files. */
  public List<Value> of(Setting setting) {
    return List.copyOf(values.get(setting));
  }

  /** The value of a setting that is no list; empty if it has none. */
  public Optional<String> one(Setting setting) {
    return values.getOrDefault(setting, List.of()).stream().map(Value::text).findFirst();
  }

  /** Tells whether a setting that is true or false is true. */
  public boolean is(Setting setting) {
    return one(setting).equals(Optional.of("true"));
  }

  /** All values of a list. */
  public List<String> all(Setting setting) {
    return values.get(setting).stream().map(Value::text).toList();
  }

  /** The project's file, with the user's decision about it. */
  public ProjectFile project() {
    return project;
  }

  /**
   * The values in the project's file that have no effect: they would permit more, and the file is
   * not trusted, or the user has set a stricter value.
   */
  public Map<Setting, List<String>> leftOut() {
    return leftOut;
  }
}
