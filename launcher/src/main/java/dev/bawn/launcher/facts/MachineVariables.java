package dev.bawn.launcher.facts;

import dev.bawn.contract.agent.UrlLogin;
import dev.bawn.contract.failure.Printable;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The variables of the caller that describe the machine: its proxies, its certificates, its time
 * zone and its Java. Every session gets them, except a value that contains a password or that names
 * a file which the session does not see. No session gets the addresses of package registries unless
 * the caller names the variable.
 *
 * @param passed their names
 * @param leftOut a sentence for each variable that is set and left out
 */
record MachineVariables(List<String> passed, List<String> leftOut) {

  private static final List<String> PROXIES =
      List.of(
          "http_proxy",
          "https_proxy",
          "all_proxy",
          "no_proxy",
          "HTTP_PROXY",
          "HTTPS_PROXY",
          "ALL_PROXY",
          "NO_PROXY");

  /**
   * The variables of registries: a token can be in the path of such a URL, where it looks like any
   * other name.
   */
  private static final List<String> REGISTRIES =
      List.of(
          "npm_config_registry",
          "NPM_CONFIG_REGISTRY",
          "PIP_INDEX_URL",
          "PIP_EXTRA_INDEX_URL",
          "UV_INDEX_URL",
          "UV_DEFAULT_INDEX",
          "UV_INDEX",
          "GOPROXY");

  private static final List<String> FILES =
      List.of(
          "SSL_CERT_FILE",
          "SSL_CERT_DIR",
          "NODE_EXTRA_CA_CERTS",
          "REQUESTS_CA_BUNDLE",
          "CURL_CA_BUNDLE",
          "PIP_CERT",
          "GIT_SSL_CAINFO",
          "JAVA_HOME",
          "TERMINFO");

  private static final String TIME_ZONE = "TZ";

  MachineVariables {
    passed = List.copyOf(passed);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * The variables of an environment.
   *
   * @param named the variables that the caller passes in any case
   * @param shown the paths that the session sees, each at its own path
   */
  static MachineVariables of(
      Map<String, String> environment, List<String> named, List<Path> shown) {
    List<String> passed = new ArrayList<>(List.of(TIME_ZONE));
    List<String> leftOut = new ArrayList<>();
    for (String name : PROXIES) {
      if (!UrlLogin.mayBeIn(environment.getOrDefault(name, ""))) {
        passed.add(name);
      } else if (!named.contains(name)) {
        leftOut.add(withheld(name, "contains a user name or password"));
      }
    }
    for (String name : REGISTRIES) {
      if (!environment.getOrDefault(name, "").isEmpty() && !named.contains(name)) {
        leftOut.add(withheld(name, "can contain a token"));
      }
    }
    for (String name : FILES) {
      String file = environment.getOrDefault(name, "");
      if (isShown(file, shown)) {
        passed.add(name);
      } else if (!file.isEmpty() && !named.contains(name)) {
        leftOut.add(name + " names " + unseen(name, file));
      }
    }
    return new MachineVariables(passed, leftOut);
  }

  private static String withheld(String name, String why) {
    return name + " " + why + ", so bawn does not pass it; to pass it: --env " + name;
  }

  private static String unseen(String name, String file) {
    if (file.indexOf(':') >= 0) {
      return "directories that the session does not see; to show each of them: --ro DIRECTORY";
    }
    return isThere(file)
        ? "a file that the session does not see; to show it: --ro \"$" + name + "\""
        : "a file that does not exist: " + Printable.of(file);
  }

  private static boolean isThere(String file) {
    try {
      return Files.exists(Path.of(file));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static boolean isShown(String file, List<Path> shown) {
    try {
      Path path = Path.of(file).normalize();
      for (Path each : shown) {
        if (path.startsWith(each)) {
          return true;
        }
      }
      return false;
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
