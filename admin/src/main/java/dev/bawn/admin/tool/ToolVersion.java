package dev.bawn.admin.tool;

import dev.bawn.admin.mirror.BoundedOutput;
import dev.bawn.admin.mirror.OwnerChild;
import dev.bawn.admin.mirror.Watched;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.TimedOut;
import dev.bawn.contract.trust.Installation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version that a tool prints, in a sandbox without network access. */
final class ToolVersion {

  private static final Duration ANSWER = Duration.ofSeconds(20);
  private static final int MOST_TALK = 1 << 16;
  private static final Pattern VERSION = Pattern.compile("[0-9]+(\\.[0-9]+)+[0-9A-Za-z.+-]{0,40}");

  private ToolVersion() {}

  /**
   * Runs the tool with {@code --version}.
   *
   * @param library the directory {@code lib/bawn}, which contains the seccomp filter
   * @param program a path relative to the tree
   * @param uid the uid of the process
   * @return empty if the tool prints no version, or runs longer than 20 seconds
   */
  static Optional<String> of(Path tree, String program, Path library, Uid uid) throws IOException {
    List<String> words = List.of(ToolSandbox.TREE + "/" + program, "--version");
    OwnerChild nobody = OwnerChild.ofNobody(uid);
    ProcessBuilder question =
        nobody.filtered(
            new ToolSandbox(library).asking(tree), Installation.in(library).jitFilter(), words);
    try (Watched watched = new Watched(_ -> {}, ANSWER)) {
      Process child = watched.start(nobody, question);
      BoundedOutput said = watched.keep(child.getInputStream(), MOST_TALK);
      watched.keep(child.getErrorStream(), MOST_TALK);
      watched.await(child);
      Matcher version = VERSION.matcher(said.complete().text());
      return version.find() ? Optional.of(version.group()) : Optional.empty();
    } catch (TimedOut e) {
      return Optional.empty();
    }
  }
}
