package dev.bawn.launcher.key;

import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.config.ReplacedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The file {@code $XDG_CONFIG_HOME/bawn/env}, mode 0600:
 *
 * <pre>{@code
 * # a comment
 * ANTHROPIC_API_KEY=sk-ant-…
 * OPENAI_API_KEY=sk-…
 * }</pre>
 *
 * The value is the rest of the line after the first equals sign, without interpretation. Comments
 * and empty lines stay.
 */
public final class KeyFile {

  private static final int READABLE_BY_OTHERS = 0077;

  private final Path file;
  private final Uid owner;

  private KeyFile(Path file, Uid owner) {
    this.file = file;
    this.owner = owner;
  }

  /**
   * The file of the caller.
   *
   * @param environment names its directory by {@code XDG_CONFIG_HOME} or {@code HOME}; without
   *     either there is none
   * @param owner the caller
   */
  public static Optional<KeyFile> in(Map<String, String> environment, Uid owner) {
    return PersonalDirectory.CONFIG
        .in(environment)
        .map(directory -> new KeyFile(directory.resolve("env"), owner));
  }

  /** The path of the file, which may not exist. */
  public Path path() {
    return file;
  }

  /**
   * The keys of these names that are set.
   *
   * @throws Refused if other users can read the file, or a line of it is not valid
   */
  public List<Key> these(Collection<KeyName> names) {
    List<Key> keys = new ArrayList<>();
    for (Key key : all()) {
      if (names.contains(key.name())) {
        keys.add(key);
      }
    }
    return keys;
  }

  /** All keys, in the order of the file; refuses as {@link #these}. */
  public List<Key> all() {
    List<Key> keys = new ArrayList<>();
    int number = 0;
    for (String line : lines()) {
      number++;
      if (!isComment(line)) {
        keys.add(key(line, number));
      }
    }
    return keys;
  }

  /** The key of this name, if it is set; refuses as {@link #these}. */
  public Optional<Key> find(KeyName name) {
    return these(List.of(name)).stream().findFirst();
  }

  private static boolean isComment(String line) {
    return line.isBlank() || line.startsWith("#");
  }

  private Key key(String line, int number) {
    try {
      int equals = line.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("a line is NAME=VALUE");
      }
      return new Key(KeyName.of(line.substring(0, equals)), line.substring(equals + 1));
    } catch (IllegalArgumentException e) {
      throw new Refused(
          file + ":" + number + ": this is not a key: " + e.getMessage(), "run: bawn env edit");
    }
  }

  private List<String> lines() {
    try {
      int mode = (Integer) Files.getAttribute(file, "unix:mode");
      if (!Files.isRegularFile(file)) {
        throw new Refused(file + " is not a file", "see: ls -ld " + file);
      }
      if ((mode & READABLE_BY_OTHERS) != 0) {
        if (!Files.getAttribute(file, "unix:uid").equals(owner.number())) {
          throw new Refused(file + " belongs to another user", "see: ls -ld " + file);
        }
        throw new Refused(
            file + " contains API keys, and other users can read or write it",
            "run: chmod 600 " + file);
      }
      return Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sets a key, replacing one of the same name or appending it. */
  public void set(Key key) {
    List<String> lines = new ArrayList<>(lines());
    String line = key.name() + "=" + key.value();
    int at = indexOf(lines, key.name());
    if (at < 0) {
      lines.add(line);
    } else {
      lines.set(at, line);
    }
    write(lines);
  }

  /**
   * Removes a key.
   *
   * @return whether it was set
   */
  public boolean unset(KeyName name) {
    List<String> lines = new ArrayList<>(lines());
    int at = indexOf(lines, name);
    if (at >= 0) {
      lines.remove(at);
      write(lines);
    }
    return at >= 0;
  }

  private static int indexOf(List<String> lines, KeyName name) {
    for (int at = 0; at < lines.size(); at++) {
      if (lines.get(at).startsWith(name + "=")) {
        return at;
      }
    }
    return -1;
  }

  /** Makes the file with a comment, if it does not exist. */
  public void make() {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      write(List.of("# API keys for bawn: NAME=VALUE, a line each"));
    }
  }

  private void write(List<String> lines) {
    try {
      ReplacedFile.write(
          file, lines.stream().map(line -> line + "\n").collect(Collectors.joining()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
