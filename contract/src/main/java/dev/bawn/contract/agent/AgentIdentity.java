package dev.bawn.contract.agent;

import dev.bawn.contract.identity.CommitSigning;
import dev.bawn.contract.identity.PublicIdentity;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The key with which git signs commits in the sessions of an agent. The key itself is no part of
 * the policy: only the agent and root can read it.
 *
 * @param shown its public half
 * @param key digest of the file with the key
 */
public record AgentIdentity(PublicIdentity shown, Sha256 key) {

  /**
   * The name of the file in a policy directory with the digests of all files of the key, in the
   * format of sha256sum(1): {@code enter} compares them at each start, with the rights of the
   * agent.
   */
  public static final String FILE = "identity";

  /** The files beside the key, which every user may read, by name. */
  public SortedMap<String, byte[]> shownFiles() {
    SortedMap<String, byte[]> files = new TreeMap<>();
    files.put(CommitSigning.PUBLIC, bytes(shown.line() + "\n"));
    files.put(CommitSigning.SIGNERS, bytes(shown.signer()));
    return files;
  }

  /** The content of {@link #FILE}. */
  public byte[] write() {
    StringBuilder text = new StringBuilder(line(key, CommitSigning.KEY));
    shownFiles().forEach((name, content) -> text.append(line(Sha256.of(content), name)));
    return bytes(text.toString());
  }

  private static String line(Sha256 digest, String name) {
    return digest.hex() + "  " + name + "\n";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
