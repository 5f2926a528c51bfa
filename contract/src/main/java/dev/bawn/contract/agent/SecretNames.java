package dev.bawn.contract.agent;

import java.util.List;

/**
 * Names of files that hold secrets more often than not, wherever they lie. In patterns a star
 * stands at the beginning only, a slash at the end for directories only.
 */
public final class SecretNames {

  /** Files of variables; so is what begins with {@code .env.}, examples aside. */
  public static final List<String> ENVIRONMENT = List.of(".env", ".envrc");

  /** How those end that tell what the others would hold. */
  public static final List<String> EXAMPLES = List.of("example", "sample", "template");

  /** Private keys, stores of them, and directories of whatever is secret. */
  public static final List<String> PRIVATE =
      List.of(
          "id_rsa",
          "id_dsa",
          "id_ecdsa",
          "id_ecdsa_sk",
          "id_ed25519",
          "id_ed25519_sk",
          "*.pem",
          "*.key",
          "*.p12",
          "*.pfx",
          "*.ppk",
          "*.jks",
          "*.keystore",
          "*.kdbx",
          "secrets/");

  /** What programs keep logins in, none of which belongs into a copy of something else. */
  private static final List<String> LOGINS =
      List.of(
          ".credentials.json",
          "credentials.json",
          "auth.json",
          "oauth_creds.json",
          ".git-credentials",
          ".netrc",
          ".npmrc",
          ".pypirc");

  private SecretNames() {}

  /**
   * Whether a name is one of these.
   *
   * @param name of a file or directory, without a slash
   */
  public static boolean contain(String name) {
    if (ENVIRONMENT.contains(name) || LOGINS.contains(name)) {
      return true;
    }
    if (name.startsWith(".env.") && !EXAMPLES.contains(name.substring(".env.".length()))) {
      return true;
    }
    for (String pattern : PRIVATE) {
      boolean any = pattern.startsWith("*");
      if (any ? name.endsWith(pattern.substring(1)) : pattern.equals(name)) {
        return true;
      }
    }
    return PRIVATE.contains(name + "/");
  }
}
