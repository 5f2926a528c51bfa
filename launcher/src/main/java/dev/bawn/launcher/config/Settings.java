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
 * The values that hold for a start: of a single one the nearest (the project's, yours, the
 * default), of a list all together. That walls are required holds, whoever said so.
 */
public final class Settings {

  private final Map<Setting, List<Value>> values = new EnumMap<>(Setting.class);
  private final ProjectFile project;

  private Settings(ProjectFile project) {
    this.project = project;
    for (Setting setting : Setting.values()) {
      add(setting, setting.defaults(), Origin.BUILT_IN);
    }
  }

  /**
   * Those for a project.
   *
   * @param environment the caller's
   * @param project its top directory; nothing where there is none
   * @param files reads the caller's own: none that a session could have written
   * @throws Refused if a file that counts says something impossible
   */
  public static Settings of(
      Map<String, String> environment, Optional<Path> project, PersonalFiles files) {
    ProjectFile file =
        project
            .map(top -> ProjectFile.look(top, TrustedFiles.in(environment)))
            .orElse(ProjectFile.NONE);
    Settings settings = new Settings(file);
    path(environment).ifPresent(yours -> settings.addYours(yours, files));
    if (file.counts()) {
      file.values().forEach((setting, texts) -> settings.add(setting, texts, Origin.PROJECT));
    }
    return settings;
  }

  /** The caller's own file, whether it is there or not. */
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
      throw new Failed("your settings cannot be read: " + file, "see: ls -l " + file);
    }
  }

  private void add(Setting setting, List<String> texts, Origin origin) {
    if (setting == Setting.CONFINEMENT && confinement() == Confinement.REQUIRED) {
      return;
    }
    List<Value> all = values.computeIfAbsent(setting, each -> new ArrayList<>());
    if (!setting.isList()) {
      all.clear();
    }
    texts.forEach(text -> all.add(new Value(text, origin)));
  }

  /** Whether a session may begin where this machine lacks one of its walls. */
  public Confinement confinement() {
    boolean required = one(Setting.CONFINEMENT).equals(Optional.of(Confinement.REQUIRED.word()));
    return required ? Confinement.REQUIRED : Confinement.PREFERRED;
  }

  /** The values of a setting with who said so, in the order in which they were said. */
  public List<Value> of(Setting setting) {
    return List.copyOf(values.get(setting));
  }

  /** The value of a setting that is no list; nothing where there is none. */
  public Optional<String> one(Setting setting) {
    return values.getOrDefault(setting, List.of()).stream().map(Value::text).findFirst();
  }

  /** All values of a list. */
  public List<String> all(Setting setting) {
    return values.get(setting).stream().map(Value::text).toList();
  }

  /** What the project has to say, and whether it counts. */
  public ProjectFile project() {
    return project;
  }
}
