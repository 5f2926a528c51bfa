package dev.bawn.launcher.review;

import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.linux.RawName;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A path below the top of a project, as bytes.
 *
 * @param bytes names separated by slashes, one character for each byte; empty for the top
 */
public record RawPath(String bytes) implements Comparable<RawPath> {

  /** The longest path that programs can open: PATH_MAX of limits.h(0p) without the NUL. */
  public static final int LONGEST = 4095;

  /** The top of the project. */
  public static final RawPath TOP = new RawPath("");

  /** A path from text, encoded as UTF-8. */
  public static RawPath of(String text) {
    RawPath path = TOP;
    for (String name : text.split("/")) {
      path = path.resolve(RawName.of(name));
    }
    return path;
  }

  /** The bytes of a text for the kernel, one character for each byte. */
  public static String raw(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /** The path of a name in this directory. */
  public RawPath resolve(RawName name) {
    return new RawPath(bytes.isEmpty() ? name.bytes() : bytes + "/" + name.bytes());
  }

  /** The names of the path, from the top. */
  public List<RawName> names() {
    List<RawName> names = new ArrayList<>();
    if (!bytes.isEmpty()) {
      for (String name : bytes.split("/")) {
        names.add(new RawName(name));
      }
    }
    return names;
  }

  /** The directory that contains the path; the top for an entry of the top. */
  public RawPath parent() {
    int slash = bytes.lastIndexOf('/');
    return slash < 0 ? TOP : new RawPath(bytes.substring(0, slash));
  }

  /** The directories that contain the path, the nearest first, without the top. */
  public List<RawPath> parents() {
    List<RawPath> parents = new ArrayList<>();
    for (RawPath each = parent(); !each.equals(TOP); each = each.parent()) {
      parents.add(each);
    }
    return parents;
  }

  /** The last name of the path. */
  public RawName name() {
    return new RawName(bytes.substring(bytes.lastIndexOf('/') + 1));
  }

  /** The path as text, if it is UTF-8. */
  public Optional<String> text() {
    if (isAscii()) {
      return Optional.of(bytes);
    }
    try {
      ByteBuffer raw = ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1));
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(raw).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private boolean isAscii() {
    for (int at = 0; at < bytes.length(); at++) {
      if (bytes.charAt(at) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  /** Tells whether no program can open the path from the top. */
  public boolean isTooLong() {
    return bytes.length() > LONGEST;
  }

  /** Tells whether the path is UTF-8 without misleading characters. */
  public boolean isPrintable() {
    return text().filter(RawPath::isPlain).isPresent();
  }

  /**
   * The path as text for the terminal: harmless and exact. A path that could mislead its reader is
   * written as bash reads it within {@code $'…'}: control and format characters as {@code \n},
   * {@code \x1b} or {@code \u202e}, bytes that are not UTF-8 as {@code \xff}, a backslash as two,
   * and as {@code \x20} a space that would seem to end the name: one beside another or at an end.
   * So is a path with a backslash: two paths never look the same.
   */
  public String shown() {
    Optional<String> text = text();
    return text.filter(RawPath::isPlain)
        .filter(each -> each.indexOf('\\') < 0 && !hasHiddenSpace(each))
        .orElseGet(() -> escaped(text.orElse(bytes), text.isPresent()));
  }

  /** The path as text for a sentence: a dot for the top. */
  public String named() {
    return equals(TOP) ? "." : shown();
  }

  private static boolean isPlain(String text) {
    return text.equals(Printable.whole(text));
  }

  private static boolean hasHiddenSpace(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (isHiddenSpace(text, at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHiddenSpace(String text, int at) {
    return isSpace(text, at) && (isSpaceOrEnd(text, at - 1) || isSpaceOrEnd(text, at + 1));
  }

  private static boolean isSpaceOrEnd(String text, int at) {
    return at < 0 || at == text.length() || isSpace(text, at);
  }

  private static boolean isSpace(String text, int at) {
    char c = text.charAt(at);
    return c == ' ' || c > '~' && Character.getType(c) == Character.SPACE_SEPARATOR;
  }

  private static String escaped(String path, boolean isText) {
    StringBuilder escaped = new StringBuilder();
    for (int at = 0; at < path.length(); at += Character.charCount(path.codePointAt(at))) {
      escaped.append(escaped(path.codePointAt(at), isText, isHiddenSpace(path, at)));
    }
    return escaped.toString();
  }

  private static String escaped(int c, boolean isText, boolean isHidden) {
    return switch (c) {
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\t' -> "\\t";
      default -> {
        if (Printable.isHarmless(c) && !isHidden && (isText || c < 0x80)) {
          yield Character.toString(c);
        }
        if (!isText || c < 0x80) {
          yield "\\x" + HexFormat.of().toHexDigits(c, 2);
        }
        yield c > 0xffff
            ? "\\U" + HexFormat.of().toHexDigits(c, 8)
            : "\\u" + HexFormat.of().toHexDigits(c, 4);
      }
    };
  }

  // The generated equals and hashCode of a record are linked in each process again: 5% of 'status'.
  @Override
  public boolean equals(Object other) {
    return other instanceof RawPath(String its) && its.equals(bytes);
  }

  @Override
  public int hashCode() {
    return bytes.hashCode();
  }

  @Override
  public int compareTo(RawPath other) {
    return bytes.compareTo(other.bytes);
  }

  @Override
  public String toString() {
    return shown();
  }
}
