package dev.bawn.launcher.screen;

import dev.bawn.launcher.key.Editor;
import dev.bawn.launcher.review.Reviewed;
import java.nio.file.Path;
import java.util.List;

/**
 * A request for a review.
 *
 * @param name of the session
 * @param changes of the session, sorted by path
 * @param source the source of the contents
 * @param directory of the session, which no session can see
 * @param editor the caller's editor
 * @param terminal as in TERM
 * @param isColoured whether to use colours
 */
public record ReviewRequest(
    String name,
    List<Reviewed> changes,
    Source source,
    Path directory,
    Editor editor,
    String terminal,
    boolean isColoured) {

  public ReviewRequest {
    changes = List.copyOf(changes);
  }
}
