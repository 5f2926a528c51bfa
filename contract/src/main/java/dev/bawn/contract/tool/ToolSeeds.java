package dev.bawn.contract.tool;

import java.util.List;

/**
 * The files that are copied from a user's home into the home of an unprivileged session, so that
 * the tool has the user's settings. Only the files of a login are credentials.
 *
 * @param files files, and directories with all their entries: instructions, skills, commands
 * @param settings files that are copied in part
 * @param loginSettings likewise, copied only together with a login
 */
public record ToolSeeds(
    List<HomePath> files, List<PartOfFile> settings, List<PartOfFile> loginSettings) {

  /** No files. */
  public static final ToolSeeds NONE = new ToolSeeds(List.of(), List.of(), List.of());

  public ToolSeeds {
    files = List.copyOf(files);
    settings = List.copyOf(settings);
    loginSettings = List.copyOf(loginSettings);
  }

  /** Tells whether there are no files. */
  public boolean isEmpty() {
    return files.isEmpty() && settings.isEmpty() && loginSettings.isEmpty();
  }
}
