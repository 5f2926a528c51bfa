package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the hazards of changes. */
final class Hazards {

  private final Layers layers;
  private final boolean withContents;
  private final Set<RawPath> onlyCopies;
  private final Set<RawPath> withoutEdits;
  private final HazardousNames names;
  private final ReferencedPaths referenced;
  private final LinkTarget links;
  private final Map<Inode, Optional<Hazard>> contents = new HashMap<>();

  /** A file of the session as it was at a time. */
  private record Inode(long number, long changed) {}

  /**
   * @param layers the layers in which files and links are read
   * @param referenced paths that act for the user because settings or links lead to them
   * @param withContents whether files are read
   * @param onlyCopies removed files without a copy in git
   * @param withoutEdits see {@link Layers#withoutEdits}
   */
  Hazards(
      Layers layers,
      HazardousNames names,
      ReferencedPaths referenced,
      boolean withContents,
      Set<RawPath> onlyCopies,
      Set<RawPath> withoutEdits) {
    this.layers = layers;
    this.names = names;
    this.referenced = referenced;
    this.withContents = withContents;
    this.links = layers.linkTarget();
    this.onlyCopies = Set.copyOf(onlyCopies);
    this.withoutEdits = Set.copyOf(withoutEdits);
  }

  Reviewed of(Change change, Optional<Moves.Move> move) throws IOException {
    Optional<HazardousNames.Reason> reason = reason(change, move);
    Optional<RawPath> repository = layers.git().repository(change.path());
    return new Reviewed(
        change,
        all(change, reason, move, repository.isPresent()),
        reason.map(HazardousNames.Reason::actor),
        repository,
        layers.others(change.path()),
        move);
  }

  /**
   * The reason why a path is a hazard. For a moved file the old name counts, too, since its removal
   * takes effect: the more severe one.
   */
  private Optional<HazardousNames.Reason> reason(Change change, Optional<Moves.Move> move) {
    boolean isLink = change.statusAfter().filter(now -> now.is(FileKind.LINK)).isPresent();
    Optional<HazardousNames.Reason> own = reason(change.path(), isLink);
    return move.isPresent()
        ? HazardousNames.moreSevere(own, reason(move.get().from(), false))
        : own;
  }

  private Optional<HazardousNames.Reason> reason(RawPath path, boolean isLink) {
    return HazardousNames.moreSevere(names.reason(path), referenced.reason(path, isLink));
  }

  private Set<Hazard> all(
      Change change,
      Optional<HazardousNames.Reason> reason,
      Optional<Moves.Move> move,
      boolean isOfGit)
      throws IOException {
    Set<Hazard> hazards = EnumSet.noneOf(Hazard.class);
    RawPath path = change.path();
    if (isOfGit) {
      hazards.add(Hazard.GIT);
    }
    if (layers.hid(path)) {
      hazards.add(Hazard.HIDDEN);
    }
    boolean isReturned =
        layers.isReturned(path) || move.filter(each -> layers.isReturned(each.from())).isPresent();
    if (isReturned && change.statusAfter().isPresent()) {
      hazards.add(Hazard.RETURNED);
    }
    if (onlyCopies.contains(move.map(Moves.Move::from).orElse(path))) {
      hazards.add(Hazard.NO_COPY);
    }
    if (withoutEdits.contains(path)) {
      hazards.add(Hazard.NO_EDITS);
    }
    if (reason.isPresent()) {
      hazards.add(reason.get().hazard());
    }
    if (!path.isPrintable()) {
      hazards.add(Hazard.NAME);
    }
    if (change instanceof Change.Unclear || change instanceof Change.Renamed) {
      hazards.add(Hazard.UNCLEAR);
    }
    Optional<FileStatus> after = change.statusAfter();
    if (after.isPresent()) {
      addThoseOf(change, after.get(), hazards, isOfGit);
    }
    return hazards;
  }

  private void addThoseOf(Change change, FileStatus after, Set<Hazard> hazards, boolean isOfGit)
      throws IOException {
    if (after.isSetId()) {
      hazards.add(Hazard.SETUID);
    }
    if (change.isNewlyWritable()) {
      hazards.add(Hazard.WRITABLE);
    }
    switch (after.kind()) {
      case FILE -> {
        if (!isOfGit) {
          addThoseOfFile(change, after, hazards);
        }
      }
      case DIRECTORY -> {}
      case LINK -> {
        if (leadsOut(change.path())) {
          hazards.add(Hazard.LEADS_OUT);
        }
      }
      case FIFO, SOCKET, CHARACTER_DEVICE, BLOCK_DEVICE -> hazards.add(Hazard.SPECIAL);
    }
  }

  private void addThoseOfFile(Change change, FileStatus after, Set<Hazard> hazards) {
    if (after.isExecutable()
        && change
            .statusBefore()
            .filter(was -> was.is(FileKind.FILE) && was.isExecutable())
            .isEmpty()) {
      hazards.add(Hazard.EXECUTABLE);
    }
    if (change instanceof Change.ModeChanged || change instanceof Change.Unclear) {
      return;
    }
    if (after.size() > HazardousContent.LARGE) {
      hazards.add(Hazard.LARGE);
      return;
    }
    if (!withContents) {
      return;
    }
    try {
      layers.readSession(change.path(), this::inContent).ifPresent(hazards::add);
    } catch (NoSuchFileException e) {
      // the running session has just removed it
      return;
    } catch (IOException e) {
      hazards.add(Hazard.UNCLEAR);
    }
  }

  /** Reads a file only once, however many names it has. */
  private Optional<Hazard> inContent(OpenFile file) throws IOException {
    Inode inode = new Inode(file.status().inode(), file.status().changed());
    Optional<Hazard> known = contents.get(inode);
    if (known == null) {
      known = HazardousContent.in(file);
      contents.put(inode, known);
    }
    return known;
  }

  /**
   * Tells whether a link leads out of the project. A link that the running session has just
   * exchanged cannot be read and counts as one that does.
   */
  private boolean leadsOut(RawPath link) {
    try {
      return links.leadsOut(link, new String(layers.linkAfter(link), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return true;
    }
  }
}
