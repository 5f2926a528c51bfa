package dev.bawn.launcher.tool;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.config.ReplacedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The programs that the caller named with {@code --tool-path}, for later starts that name only the
 * tool. Each has a file, {@code $XDG_STATE_HOME/bawn/tools/TOOL}, with the path and a line break.
 */
public final class RememberedTools {

  private final Path directory;
  private final PersonalFiles files;

  private RememberedTools(Path directory, PersonalFiles files) {
    this.directory = directory;
    this.files = files;
  }

  /**
   * The programs of the caller.
   *
   * @param files reads them
   * @throws Failed if the environment names no home
   */
  public static RememberedTools in(Map<String, String> environment, PersonalFiles files) {
    return new RememberedTools(
        PersonalDirectory.STATE.required(environment).resolve("tools"), files);
  }

  /**
   * The named program of a tool, if there is one; it may be missing by now.
   *
   * @throws Refused if another user could have written the file
   */
  public Optional<Path> program(CommandName tool) {
    Path file = directory.resolve(tool.text());
    try {
      String path = new String(files.read(file), StandardCharsets.UTF_8).stripTrailing();
      if (!path.startsWith("/") || path.indexOf('\n') >= 0) {
        throw new Refused(
            file + " does not contain the path of a program",
            "forget it: bawn tools forget " + tool);
      }
      return Optional.of(Path.of(path));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Sets the program of a tool. The file is replaced as a whole: after a crash it has the old path
   * or this one.
   *
   * @return false if it was already set, or its path cannot be written
   */
  public boolean remember(CommandName tool, Path program) {
    if (program.toString().indexOf('\n') >= 0 || isNoted(tool, program)) {
      return false;
    }
    try {
      ReplacedFile.write(directory.resolve(tool.text()), program + "\n");
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Tells whether the file has this path; any other content is replaced. */
  private boolean isNoted(CommandName tool, Path program) {
    try {
      return Files.readString(directory.resolve(tool.text())).equals(program + "\n");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Removes the program of a tool, so that it is searched again.
   *
   * @return whether there was one
   */
  public boolean forget(CommandName tool) {
    try {
      return Files.deleteIfExists(directory.resolve(tool.text()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The tools with a named program. */
  public SortedSet<CommandName> tools() {
    SortedSet<CommandName> tools = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (!name.startsWith(".")) {
          tools.add(CommandName.of(name));
        }
      }
    } catch (NoSuchFileException e) {
      return tools;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tools;
  }
}
