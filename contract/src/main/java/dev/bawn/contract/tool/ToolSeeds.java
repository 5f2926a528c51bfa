package dev.bawn.contract.tool;

import java.util.List;

/**
 * What the home of a session under a person's own uid gets of that person's home, so that the tool
 * begins as its person likes it. Nothing of it is a credential but what a login is made of.
 *
 * @param files files, and directories with all that lies in them: instructions, skills, commands
 * @param settings files of which parts are taken
 * @param loginSettings the same, taken only along with a login
 */
public record ToolSeeds(
    List<HomePath> files, List<PartOfFile> settings, List<PartOfFile> loginSettings) {

  /** Nothing. */
  public static final ToolSeeds NONE = new ToolSeeds(List.of(), List.of(), List.of());

  public ToolSeeds {
    files = List.copyOf(files);
    settings = List.copyOf(settings);
    loginSettings = List.copyOf(loginSettings);
  }

  /** Whether there is nothing. */
  public boolean isEmpty() {
    return files.isEmpty() && settings.isEmpty() && loginSettings.isEmpty();
  }
}
