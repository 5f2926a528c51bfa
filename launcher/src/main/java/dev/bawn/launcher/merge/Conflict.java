package dev.bawn.launcher.merge;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.HashedContent;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Others;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.util.Optional;

/** A file that both the session and others changed, for a review. */
public sealed interface Conflict {

  /** What the project has now. */
  ReviewedVersion project();

  /**
   * The project has a text, too.
   *
   * @param project what the project has now
   * @param text the same, all of it
   * @param marked both sides and the base, with conflict markers
   * @param sessions the merged text with the session's lines where both changed the same ones
   * @param projects the merged text with the project's lines there
   */
  record Lines(
      ReviewedVersion project, byte[] text, byte[] marked, byte[] sessions, byte[] projects)
      implements Conflict {}

  /** Others removed the file that the session changed. */
  record Removed() implements Conflict {
    @Override
    public ReviewedVersion project() {
      return ReviewedVersion.NOTHING;
    }
  }

  /**
   * Reads it.
   *
   * @param session its name, for the markers
   * @return nothing where a review cannot merge it
   */
  static Optional<Conflict> of(Layers layers, Change change, String session) throws IOException {
    if (change.now().filter(Conflict::isFileOrLink).isEmpty()) {
      return Optional.empty();
    }
    try {
      Optional<FileStatus> project = layers.project(change.path());
      if (project.isEmpty()) {
        return Optional.of(new Removed());
      }
      boolean areFiles =
          project.get().is(FileKind.FILE) && change.now().orElseThrow().is(FileKind.FILE);
      return areFiles ? lines(layers, change, project.get(), session) : Optional.empty();
    } catch (AccessDeniedException e) {
      return Optional.empty();
    }
  }

  private static boolean isFileOrLink(FileStatus status) {
    return status.is(FileKind.FILE) || status.is(FileKind.LINK);
  }

  private static Optional<Conflict> lines(
      Layers layers, Change change, FileStatus there, String session) throws IOException {
    RawPath path = change.path();
    Optional<byte[]> base = base(layers, change);
    Optional<byte[]> theirs = layers.fileAfter(path, TextMerge.LARGEST);
    Optional<byte[]> ours = layers.readProject(path, file -> file.content(TextMerge.LARGEST));
    if (base.isEmpty() || theirs.isEmpty() || ours.isEmpty()) {
      return Optional.empty();
    }
    ReviewedVersion project =
        new ReviewedVersion(Version.file(there.mode(), HashedContent.hash(ours.get())).text());
    Optional<byte[]> marked = TextMerge.marked(base.get(), ours.get(), theirs.get(), session);
    return marked.isPresent()
        ? Optional.of(
            new Lines(
                project,
                ours.get(),
                marked.get(),
                TextMerge.sessions(base.get(), ours.get(), theirs.get()),
                TextMerge.projects(base.get(), ours.get(), theirs.get())))
        : Optional.empty();
  }

  /** Whether a text still has the markers of a conflict. */
  static boolean isMarked(byte[] content) {
    String text = "\n" + new String(content, StandardCharsets.ISO_8859_1);
    return text.contains("\n<<<<<<< ") && text.contains("\n>>>>>>> ");
  }

  /** Where nobody knows it, or both made the file, everything is in conflict. */
  private static Optional<byte[]> base(Layers layers, Change change) throws IOException {
    return layers.others(change.path()) == Others.CHANGED && change.then().isPresent()
        ? layers.fileBefore(change.path(), TextMerge.LARGEST)
        : Optional.of(new byte[0]);
  }
}
