package dev.bawn.launcher.screen;

import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.screen.FullScreen.Pressed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The comments of a review, and the comment that is being typed. */
final class Comments {

  private final DecisionFile file;
  private final List<Comment> all;
  private TypedLine typed = new TypedLine("");
  private Optional<Comment> begun = Optional.empty();

  /**
   * @param kept the comments of earlier runs
   */
  Comments(DecisionFile file, List<Comment> kept) {
    this.file = file;
    this.all = new ArrayList<>(kept);
  }

  List<Comment> all() {
    return List.copyOf(all);
  }

  /** The comments on a file. */
  List<Comment> about(RawPath path) {
    return all.stream().filter(each -> each.path().equals(path)).toList();
  }

  /** Begins a comment on a file, or on the hunk with this heading. */
  void begin(RawPath path, String place) {
    begun = Optional.of(new Comment(path, place, ""));
    typed = new TypedLine("");
  }

  boolean isTyping() {
    return begun.isPresent();
  }

  /** The text that was typed so far. */
  String typed() {
    return typed.text();
  }

  /** Handles a key while a comment is being typed. */
  void press(Pressed pressed) throws IOException {
    TypedLine.State state = typed.press(pressed);
    if (state == TypedLine.State.DONE) {
      put(new Comment(begun.orElseThrow().path(), begun.get().place(), typed().strip()));
    }
    if (state != TypedLine.State.TYPING) {
      begun = Optional.empty();
    }
  }

  /** Replaces the comment on the same file or hunk; an empty text removes it. */
  private void put(Comment comment) throws IOException {
    all.removeIf(
        each -> each.path().equals(comment.path()) && each.place().equals(comment.place()));
    if (!comment.text().isEmpty()) {
      all.add(comment);
    }
    file.append(comment);
  }
}
