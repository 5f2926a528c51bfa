package dev.bawn.launcher.workspace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Settings as git itself reads them, without the files that they include. Another parser could
 * overlook a setting that takes effect.
 */
public final class GitSettings implements AutoCloseable {

  private static final List<String> LIST = List.of("--list", "-z", "--no-includes");

  /** The beginning of an origin that is a file, see git-config(1). */
  private static final String OF_FILE = "file:";

  /** In bytes; what follows is not read. */
  private static final int MOST = 8 << 20;

  private final GitProcess git;
  private final Optional<Path> file;

  private GitSettings(GitProcess git, Optional<Path> file) {
    this.git = git;
    this.file = file;
  }

  /**
   * A setting.
   *
   * @param file that contains it; a missing one in {@code /} for a variable of the environment
   * @param key with section and subsection: {@code core.hookspath}
   * @param value empty if it has none
   */
  public record Setting(Path file, String key, String value) {}

  /** Starts git with a file of settings. */
  public static GitSettings of(Path file) throws IOException {
    List<String> words = new ArrayList<>(List.of("config", "--file", file.toString()));
    words.addAll(LIST);
    return new GitSettings(GitProcess.config(words, false), Optional.of(file));
  }

  /** Starts git with the settings of the user and of the machine. */
  public static GitSettings ofUser() throws IOException {
    List<String> words = new ArrayList<>(List.of("config", "--show-origin"));
    words.addAll(LIST);
    return new GitSettings(GitProcess.config(words, true), Optional.empty());
  }

  /**
   * The settings. Of a file that git cannot read, those before the mistake; git obeys none of them.
   */
  public List<Setting> read() throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (InputStream output = git.output()) {
      printed.write(output.readNBytes(MOST));
    }
    List<Setting> settings = new ArrayList<>();
    Iterator<String> fields =
        List.of(printed.toString(StandardCharsets.UTF_8).split("\0")).iterator();
    while (fields.hasNext()) {
      Path origin = file.isPresent() ? file.get() : origin(fields.next());
      if (fields.hasNext()) {
        String[] setting = fields.next().split("\n", 2);
        settings.add(new Setting(origin, setting[0], setting.length > 1 ? setting[1] : ""));
      }
    }
    return settings;
  }

  private static Path origin(String text) {
    return Path.of("/").resolve(text.startsWith(OF_FILE) ? text.substring(OF_FILE.length()) : text);
  }

  @Override
  public void close() {
    git.close();
  }
}
