package dev.bawn.launcher.mount;

import java.util.List;

/** The usual paths of credentials in a home directory. */
public final class Credentials {

  /**
   * Paths below a home directory. No session gets one of them as a mount, under any option, and no
   * project is one or contains one; {@code hidden_paths} of the settings adds others.
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
