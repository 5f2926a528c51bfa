package dev.bawn.contract.agent;

import dev.bawn.contract.failure.Refused;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The file {@code programs} of a policy directory: the programs that a session has in {@code
 * /usr/bin}. Its own digest is the name of the directory with exactly these programs, so equal
 * lists share a directory, and its content never changes. One line for each program, sorted by
 * name:
 *
 * <pre>{@code
 * copy 9f86… 1265648 bash
 * link /usr/bin/dash sh
 * }</pre>
 *
 * The format is not TOML, because each launch reads the file, and 60 programs in TOML cost it five
 * milliseconds.
 *
 * @param entries sorted by name
 */
public record ProgramList(List<Entry> entries) {

  /** The name of the file in a policy directory. */
  public static final String FILE = "programs";

  /** The directory of the programs in a session. */
  public static final String SHOWN_AT = "/usr/bin";

  public ProgramList {
    entries = List.copyOf(entries);
  }

  /** An entry of a session's {@code /usr/bin}. */
  public sealed interface Entry {

    /** Its name there. */
    String name();
  }

  /**
   * A program, copied when the policy was signed.
   *
   * @param name its name
   * @param sha256 digest of its bytes
   * @param size in bytes
   */
  public record Copy(String name, Sha256 sha256, long size) implements Entry {}

  /**
   * Another name of a program.
   *
   * @param name its name
   * @param target of the link, absolute
   */
  public record Link(String name, String target) implements Entry {}

  /** Tells whether a list can contain the program: only one directly in {@code /usr/bin}. */
  public static boolean takes(String program) {
    return program.lastIndexOf('/') == SHOWN_AT.length() && program.startsWith(SHOWN_AT);
  }

  /**
   * Parses a list whose digest was verified.
   *
   * @throws Refused if it is not valid
   */
  public static ProgramList read(byte[] bytes) {
    List<Entry> entries = new ArrayList<>();
    for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n")) {
      if (!line.isEmpty()) {
        entries.add(entry(line));
      }
    }
    return new ProgramList(entries);
  }

  private static Entry entry(String line) {
    try {
      if (line.startsWith("link ")) {
        int name = line.lastIndexOf(' ');
        return new Link(line.substring(name + 1), line.substring(5, name));
      }
      if (line.startsWith("copy ")) {
        int size = line.indexOf(' ', 5);
        int name = line.indexOf(' ', size + 1);
        return new Copy(
            line.substring(name + 1),
            new Sha256(line.substring(5, size)),
            Long.parseLong(line.substring(size + 1, name)));
      }
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new Refused(FILE + ": unknown format", "");
    }
    throw new Refused(FILE + ": unknown format", "");
  }

  /** The bytes of the file. */
  public byte[] write() {
    StringBuilder text = new StringBuilder();
    for (Entry entry : entries) {
      if (entry instanceof Copy copy) {
        text.append("copy ").append(copy.sha256()).append(' ').append(copy.size());
      } else if (entry instanceof Link link) {
        text.append("link ").append(link.target());
      }
      text.append(' ').append(entry.name()).append('\n');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The name of the list's directory. */
  public Sha256 id() {
    return Sha256.of(write());
  }
}
