package dev.bawn.launcher.workspace;

import dev.bawn.contract.agent.UrlLogin;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The address of a repository that is cloned for a session.
 *
 * @param text a URL, or an absolute path
 * @param path the directory, if it is a repository of this machine
 */
public record GitAddress(String text, Optional<Path> path) {

  private static final String HTTPS = "https://";
  private static final String FILE = "file://";
  private static final String SUFFIX = ".git";

  /**
   * Parses an address.
   *
   * @param directory the base of a relative path
   * @throws WrongUsage if it is neither an https URL nor a path
   */
  public static GitAddress of(String typed, Path directory) {
    if (typed.isEmpty() || typed.startsWith("-") || !Printable.whole(typed).equals(typed)) {
      throw refused(typed, "expected an address such as https://example.org/tool.git, or a path");
    }
    if (typed.startsWith(HTTPS)) {
      return new GitAddress(url(typed), Optional.empty());
    }
    String path = typed.startsWith(FILE) ? typed.substring(FILE.length()) : typed;
    int colon = path.indexOf(':');
    int slash = path.indexOf('/');
    // git reads HOST:PATH and TRANSPORT::ADDRESS this way, see gitremote-helpers(7)
    if (colon >= 0 && (slash < 0 || colon < slash)) {
      boolean isSsh = path.startsWith("ssh:") || !path.contains("::") && !path.contains("://");
      throw refused(
          typed,
          isSsh
              ? "bawn fetches without your keys; a session can use them: bawn launch --workspace"
                  + " empty --with-ssh HOST -- git clone ADDRESS ."
              : "bawn fetches over https, or from a path of this machine");
    }
    try {
      Path local = directory.resolve(path).normalize();
      return new GitAddress(local.toString(), Optional.of(local));
    } catch (InvalidPathException e) {
      throw refused(typed, "bawn fetches over https, or from a path of this machine");
    }
  }

  /** Checks a URL. It must have no password, which the records of a session would keep. */
  private static String url(String typed) {
    String rest = typed.substring(HTTPS.length());
    int slash = rest.indexOf('/');
    String server = slash < 0 ? rest : rest.substring(0, slash);
    if (server.isEmpty() || UrlLogin.mayBeIn(server)) {
      throw refused(
          typed,
          server.isEmpty()
              ? "expected an address such as https://example.org/tool.git"
              : "leave out the user and the password: bawn would record them; clone it yourself,"
                  + " then: bawn launch --workspace clone");
    }
    return typed;
  }

  private static WrongUsage refused(String typed, String hint) {
    return new WrongUsage("bawn cannot fetch from '" + Printable.of(typed) + "'", hint);
  }

  /** The last name of the address, without {@code .git}. */
  public String baseName() {
    String name = text.replaceFirst("/+$", "");
    name = name.substring(name.lastIndexOf('/') + 1);
    return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
  }
}
