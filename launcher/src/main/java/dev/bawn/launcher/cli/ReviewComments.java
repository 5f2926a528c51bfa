package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.launcher.config.ReplacedFile;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.screen.Comment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Comments of a review as a prompt for the next session. */
final class ReviewComments {

  private ReviewComments() {}

  /**
   * Writes the comments into a file, and prints the command that starts a session with them.
   *
   * @param prompt the file, which outlives the session
   */
  static void tell(SessionRecord record, List<Comment> comments, Path prompt, Surroundings here)
      throws IOException {
    if (comments.isEmpty()) {
      return;
    }
    ReplacedFile.write(prompt, text(comments));
    here.err()
        .println(
            "next: "
                + ShellQuoting.join(
                    List.of(
                        "bawn",
                        "launch",
                        record.project().orElseThrow().toString(),
                        "--prompt",
                        prompt.toString())));
  }

  private static String text(List<Comment> comments) {
    StringBuilder text =
        new StringBuilder("Your changes were reviewed. Please deal with these comments:\n\n");
    for (Comment each : comments) {
      text.append("- ")
          .append(each.path().shown())
          .append(each.place().isEmpty() ? "" : " (" + each.place() + ")")
          .append(": ")
          .append(each.text())
          .append('\n');
    }
    return text.toString();
  }
}
