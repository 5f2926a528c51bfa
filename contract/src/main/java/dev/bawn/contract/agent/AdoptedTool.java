package dev.bawn.contract.agent;

import java.util.List;
import java.util.regex.Pattern;

/**
 * An agent tool that root copied into its own tree.
 *
 * @param name of the tool, and of the command that starts it
 * @param version that the tool printed when it was adopted; the name of its tree's directory
 * @param treeSha256 digest of the sorted lines {@code sha256 mode path} of its files; {@code
 *     verify} compares it
 * @param keys environment variables that contain API keys for it
 */
public record AdoptedTool(CommandName name, String version, Sha256 treeSha256, List<KeyName> keys) {

  /** The syntax of a version, which is also the name of a directory. */
  public static final Pattern VERSION = Pattern.compile("[0-9A-Za-z][0-9A-Za-z._+-]{0,63}");

  /**
   * @throws IllegalArgumentException if the version is not valid
   */
  public AdoptedTool {
    if (!VERSION.matcher(version).matches()) {
      throw new IllegalArgumentException("no version: " + version);
    }
    keys = List.copyOf(keys);
  }
}
