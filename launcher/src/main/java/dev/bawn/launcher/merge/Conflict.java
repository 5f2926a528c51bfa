package dev.bawn.launcher.merge;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.HashedContent;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Others;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.TextMerge;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.util.List;
import java.util.Optional;

/** A file that both the session and others changed, for a review. */
public sealed interface Conflict {

  /** The project's present version. */
  ReviewedVersion project();

  /**
   * Both have a text.
   *
   * @param project the project's present version
   * @param text its content
   * @param marked both sides and the base, with conflict markers
   * @param sessions the merged text in which the session's lines win
   * @param projects the merged text in which the project's lines win
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
   * The file cannot be merged line by line: one side is taken as a whole. The session may have
   * removed it.
   *
   * @param project the project's present version
   * @param base the text that both found; empty if it is not known, or no text
   * @param text the project's text; empty if the file is no text
   */
  record Whole(ReviewedVersion project, Optional<byte[]> base, Optional<byte[]> text)
      implements Conflict {}

  /**
   * Reads the conflict of a change.
   *
   * @param session its name, for the markers
   * @return empty if a review cannot merge it
   */
  static Optional<Conflict> of(Layers layers, Change change, String session) throws IOException {
    if (change.isDirectory()) {
      return permissions(layers, change);
    }
    if (change.statusAfter().filter(now -> !isFileOrLink(now)).isPresent()) {
      return Optional.empty();
    }
    try {
      Optional<FileStatus> project = layers.project(change.path());
      if (project.isEmpty()) {
        return change.statusAfter().map(_ -> new Removed());
      }
      if (!isFileOrLink(project.get())) {
        return Optional.empty();
      }
      boolean areFiles =
          project.get().is(FileKind.FILE)
              && change.statusAfter().filter(now -> now.is(FileKind.FILE)).isPresent();
      Optional<Conflict> lines =
          areFiles ? lines(layers, change, project.get(), session) : Optional.empty();
      return lines.isPresent() ? lines : Optional.of(whole(layers, change, project.get()));
    } catch (AccessDeniedException e) {
      return Optional.empty();
    }
  }

  /** The conflict of a directory that both have: only its permissions can be merged. */
  private static Optional<Conflict> permissions(Layers layers, Change change) throws IOException {
    if (change.statusBefore().isEmpty() || change.statusAfter().isEmpty()) {
      return Optional.empty();
    }
    return layers
        .project(change.path())
        .filter(there -> there.is(FileKind.DIRECTORY))
        .map(there -> {
          byte[] text =
              "permissions 0%o%n".formatted(there.mode()).getBytes(StandardCharsets.UTF_8);
          ReviewedVersion now = new ReviewedVersion(Version.directory(there.mode()).text());
          return new Whole(now, Optional.empty(), Optional.of(text));
        });
  }

  private static boolean isFileOrLink(FileStatus status) {
    return status.is(FileKind.FILE) || status.is(FileKind.LINK);
  }

  private static Conflict whole(Layers layers, Change change, FileStatus there) throws IOException {
    RawPath path = change.path();
    if (there.is(FileKind.LINK)) {
      byte[] link = layers.linkProject(path);
      String leads = new String(link, StandardCharsets.ISO_8859_1);
      return new Whole(
          new ReviewedVersion(Version.link(leads).text()), Optional.empty(), Optional.of(link));
    }
    String hash = layers.readProject(path, file -> file.digest(HashedContent.digest()));
    Optional<byte[]> text =
        layers
            .readProject(path, file -> file.content(TextMerge.LARGEST))
            .filter(content -> HashedContent.hash(content).equals(hash))
            .filter(TextMerge::isText);
    Optional<byte[]> base =
        isBaseKnown(layers, change) && change.statusBefore().orElseThrow().is(FileKind.FILE)
            ? layers.fileBefore(path, TextMerge.LARGEST).filter(TextMerge::isText)
            : Optional.empty();
    return new Whole(new ReviewedVersion(Version.file(there.mode(), hash).text()), base, text);
  }

  private static Optional<Conflict> lines(
      Layers layers, Change change, FileStatus there, String session) throws IOException {
    RawPath path = change.path();
    boolean isBaseKnown = isBaseKnown(layers, change);
    Optional<byte[]> base =
        isBaseKnown
            ? layers.fileBefore(path, TextMerge.LARGEST)
            : Optional.of(new byte[0]); // with an empty base all lines are in conflict
    Optional<byte[]> theirs = layers.fileAfter(path, TextMerge.LARGEST);
    Optional<byte[]> ours = layers.readProject(path, file -> file.content(TextMerge.LARGEST));
    if (base.isEmpty() || theirs.isEmpty() || ours.isEmpty()) {
      return Optional.empty();
    }
    ReviewedVersion project =
        new ReviewedVersion(Version.file(there.mode(), HashedContent.hash(ours.get())).text());
    String name = isBaseKnown ? "base" : baseName(layers, change);
    Optional<byte[]> marked =
        TextMerge.marked(base.get(), ours.get(), theirs.get(), List.of(name, "project", session));
    return marked.isPresent() && (isBaseKnown || isMarked(marked.get()))
        ? Optional.of(
            new Lines(
                project,
                ours.get(),
                marked.get(),
                TextMerge.sessions(base.get(), ours.get(), theirs.get()),
                TextMerge.projects(base.get(), ours.get(), theirs.get())))
        : Optional.empty();
  }

  private static String baseName(Layers layers, Change change) {
    return layers.others(change.path()) == Others.UNKNOWN
        ? "base is not known"
        : "there was no file";
  }

  /** Tells whether a text still has conflict markers. */
  static boolean isMarked(byte[] content) {
    String text = "\n" + new String(content, StandardCharsets.ISO_8859_1);
    return text.contains("\n<<<<<<< ") && text.contains("\n>>>>>>> ");
  }

  private static boolean isBaseKnown(Layers layers, Change change) {
    return layers.others(change.path()) == Others.CHANGED && change.statusBefore().isPresent();
  }
}
