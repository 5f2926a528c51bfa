package dev.bawn.launcher.config;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.failure.Printable;
import java.nio.file.Path;

/** Checks the syntax of values. Each check throws the reason. */
final class Grammar {

  private Grammar() {}

  static void program(String text) {
    if (text.contains("/")) {
      absolute(text);
    } else {
      CommandName.of(text);
    }
  }

  static void home(String text) {
    if (!text.equals("persistent") && !text.equals("ephemeral")) {
      absoluteOr(text, "use persistent, ephemeral, or a directory: /path or ~/path");
    }
  }

  static void number(String text, int least, int most) {
    boolean isNumber = text.matches("[0-9]{1,5}");
    if (!isNumber || Integer.parseInt(text) < least || Integer.parseInt(text) > most) {
      throw new IllegalArgumentException("expected a number from " + least + " to " + most);
    }
  }

  /** A directory in PATH, in which a colon would separate two. */
  static void programs(String text) {
    absoluteOr(text, "use /path or ~/path");
    if (text.indexOf(':') >= 0) {
      throw new IllegalArgumentException("it contains ':'");
    }
  }

  /** {@code HOST} or {@code HOST:INSIDE}. */
  static void share(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      absoluteOr(text, "use /path, ~/path or HOST:INSIDE");
    } else {
      absoluteOr(text.substring(0, colon), "use /path or ~/path before the colon");
      absolute(text.substring(colon + 1));
    }
  }

  /**
   * The name of a host without options, patterns or lists: it becomes an argument in ssh's
   * settings.
   */
  static void sshHost(String text) {
    boolean valid = !text.isEmpty() && text.length() < 256 && text.charAt(0) != '-';
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      valid &= c < 128 && (Character.isLetterOrDigit(c) || "._-".indexOf(c) >= 0);
    }
    if (!valid) {
      throw new IllegalArgumentException("use the name of a host, as in: ssh NAME");
    }
  }

  /** A command for sh(1), which is printed on one line before it runs. */
  static void commandLine(String text) {
    if (text.isBlank() || !Printable.whole(text).equals(text)) {
      throw new IllegalArgumentException("expected a command in one line, for example npm ci");
    }
  }

  static void belowHome(String text) {
    if (text.isEmpty() || text.startsWith("/") || text.startsWith("~")) {
      throw new IllegalArgumentException(
          "expected a path below your home directory, without ~/, for example .ssh");
    }
    normal(text);
  }

  private static void absoluteOr(String text, String otherwise) {
    if (!text.startsWith("/") && !text.startsWith("~/")) {
      throw new IllegalArgumentException(otherwise);
    }
    normal(text);
  }

  private static void absolute(String text) {
    if (!text.startsWith("/")) {
      throw new IllegalArgumentException("it is not an absolute path");
    }
    normal(text);
  }

  private static void normal(String text) {
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("it contains control characters");
    }
    for (Path name : Path.of(text)) {
      if (name.toString().equals("..")) {
        throw new IllegalArgumentException("it contains '..'");
      }
    }
  }
}
