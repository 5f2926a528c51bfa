package dev.bawn.launcher.mount;

import java.util.List;

/** The usual paths of credentials in a home directory. */
public final class Credentials {

  /**
   * Below a home. No session is shown any of them, whatever else it is shown, and no project lies
   * in one or above one; {@code hidden_paths} of the settings adds to them.
   */
  public static final List<String> BELOW_HOME =
      List.of(
          ".ssh",
          ".gnupg",
          ".aws",
          ".azure",
          ".config/gcloud",
          ".config/gh",
          ".config/bawn",
          ".kube",
          ".docker",
          ".mozilla",
          ".netrc",
          ".npmrc",
          ".git-credentials",
          ".pypirc",
          ".password-store",
          ".local/share/keyrings");

  private Credentials() {}
}
