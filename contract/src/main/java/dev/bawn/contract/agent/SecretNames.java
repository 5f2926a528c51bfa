package dev.bawn.contract.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Names of files and directories that usually contain secrets, in any directory. The case of
 * letters does not matter, and a backup ({@code id_rsa.bak}, {@code .env~}) is as secret as its
 * original. Mirrors, sessions and the copies into a home use this one list.
 */
public final class SecretNames {

  /** The usual names of files with environment variables. */
  public static final List<String> ENVIRONMENT = List.of(".env", ".envrc");

  /** Other names of the list that a mask covers before they exist. */
  public static final List<String> LIKELY =
      List.of("secrets", ".netrc", ".npmrc", ".git-credentials", "credentials.json");

  /** The ends of names of examples, which contain no secrets. */
  private static final List<String> EXAMPLES = List.of("example", "sample", "template", "dist");

  /** Names of private keys of ssh(1), also with a suffix; public keys are not among them. */
  private static final List<String> KEYS = List.of("id_rsa", "id_dsa", "id_ecdsa", "id_ed25519");

  private static final List<String> KEY_FILES =
      List.of(".pem", ".key", ".p8", ".p12", ".pfx", ".ppk", ".jks", ".keystore", ".kdbx");

  /** Logins that tools store in projects, and directories of secrets. */
  private static final List<String> PRIVATE =
      List.of(
          "secrets",
          ".secrets",
          ".ssh",
          ".gnupg",
          "credentials.json",
          ".credentials.json",
          "oauth_creds.json",
          ".git-credentials",
          ".netrc",
          "_netrc",
          ".npmrc",
          ".pypirc",
          ".pgpass");

  /** A login in settings; in projects many other files have this name. */
  private static final String LOGIN = "auth.json";

  private static final List<String> BACKUPS =
      List.of(
          ".bak", ".backup", ".old", ".orig", ".save", ".copy", ".tmp", ".new", ".swp", ".swo",
          ".swn");

  /** The ends of short-lived copies of editors and programs, and of usual variants. */
  private static final List<String> COPIES =
      List.of(
          "~",
          ".swp",
          ".swo",
          ".swn",
          ".tmp",
          ".new",
          ".bak",
          ".orig",
          ".save",
          ".local",
          ".development",
          ".production");

  private SecretNames() {}

  /**
   * The names of {@link #ENVIRONMENT}, and those that often appear beside them, such as the copies
   * that an editor makes while it saves: a mask covers them before they exist.
   */
  public static List<String> environmentAndCopies() {
    List<String> names = new ArrayList<>();
    for (String name : ENVIRONMENT) {
      names.add(name);
      for (String end : COPIES) {
        names.add(name + end);
      }
      names.add("#" + name + "#");
    }
    return names;
  }

  /**
   * Tells whether a name in a tool's settings is one of these.
   *
   * @param name of a file or directory, without a slash
   */
  public static boolean contain(String name) {
    return areEnvironment(name) || arePrivate(name) || originals(name).contains(LOGIN);
  }

  /** Tells whether a file of that name contains environment variables, and is no example. */
  public static boolean areEnvironment(String name) {
    if (!mayBe(name)) {
      return false;
    }
    for (String original : originals(name)) {
      if (isEnvironment(original)) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether a private key, a login, or a directory of secrets usually has this name. */
  public static boolean arePrivate(String name) {
    if (!mayBe(name)) {
      return false;
    }
    for (String original : originals(name)) {
      if (isPrivate(original)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Tells whether a name can be one of these, decided by a few characters: a start compares every
   * name of a project, and most are none.
   */
  private static boolean mayBe(String name) {
    for (int at = 0; at < name.length(); at++) {
      char c = name.charAt(at);
      boolean isPlain = c < 128;
      if (!isPlain || at == 0 && mayBegin(name) || c == '.' && mayEnd(name, at + 1)) {
        return true;
      }
    }
    return false;
  }

  private static boolean mayBegin(String name) {
    return switch (name.charAt(0) | 0x20) {
      case 'i' -> lower(name, 1) == 'd';
      case 's' -> lower(name, 1) == 'e';
      case 'c' -> lower(name, 1) == 'r';
      case 'o' -> lower(name, 1) == 'a';
      default -> "._#".indexOf(name.charAt(0)) >= 0;
    };
  }

  /**
   * Tells whether the two letters after a dot fit: of .env, of .key, .keystore and .kdbx, of .jks,
   * of .p*.
   */
  private static boolean mayEnd(String name, int at) {
    return switch (lower(name, at)) {
      case 'e' -> lower(name, at + 1) == 'n';
      case 'k' -> "ed".indexOf(lower(name, at + 1)) >= 0;
      case 'j' -> lower(name, at + 1) == 'k';
      case 'p' -> "e81fp".indexOf(lower(name, at + 1)) >= 0;
      default -> false;
    };
  }

  private static char lower(String name, int at) {
    return at < name.length() ? Character.toLowerCase(name.charAt(at)) : ' ';
  }

  private static boolean isEnvironment(String name) {
    for (String environment : ENVIRONMENT) {
      if (continues(name, environment)) {
        return !isExample(name.substring(environment.length()));
      }
      if (name.endsWith(environment)) {
        return !isExample("." + name.substring(0, name.length() - environment.length()));
      }
    }
    return false;
  }

  /** Tells whether a name is the start itself, or continues it without a further letter. */
  private static boolean continues(String name, String start) {
    return name.startsWith(start)
        && (name.length() == start.length() || !Character.isLetter(name.charAt(start.length())));
  }

  private static boolean isExample(String rest) {
    int last =
        Math.max(rest.lastIndexOf('.'), Math.max(rest.lastIndexOf('-'), rest.lastIndexOf('_')));
    return last >= 0 && EXAMPLES.contains(rest.substring(last + 1));
  }

  private static boolean isPrivate(String name) {
    if (PRIVATE.contains(name)) {
      return true;
    }
    for (String end : KEY_FILES) {
      if (name.endsWith(end)) {
        return true;
      }
    }
    for (String key : KEYS) {
      if (continues(name, key)) {
        return !name.endsWith(".pub");
      }
    }
    return false;
  }

  /**
   * The possible original names in lower case, without the additions of a backup; vim also puts a
   * dot before the name of a copy.
   */
  private static List<String> originals(String name) {
    List<String> originals = new ArrayList<>();
    String original = name.toLowerCase(Locale.ROOT);
    String next = withoutBackup(original);
    while (!next.equals(original)) {
      original = next;
      next = withoutBackup(original);
    }
    originals.add(original);
    if (original.length() < name.length() && original.startsWith(".")) {
      originals.add(original.substring(1));
    }
    return originals;
  }

  /** The name without an editor's addition: {@code x~}, {@code x.~1~}, {@code #x#}, {@code .#x}. */
  private static String withoutBackup(String name) {
    int length = name.length();
    if (length > 1 && name.endsWith("~")) {
      int numbered = name.lastIndexOf(".~", length - 2);
      return name.substring(0, numbered > 0 ? numbered : length - 1);
    }
    if (length > 2 && name.startsWith("#") && name.endsWith("#")) {
      return name.substring(1, length - 1);
    }
    if (length > 2 && name.startsWith(".#")) {
      return name.substring(2);
    }
    for (String end : BACKUPS) {
      if (length > end.length() && name.endsWith(end)) {
        return name.substring(0, length - end.length());
      }
    }
    return name;
  }
}
