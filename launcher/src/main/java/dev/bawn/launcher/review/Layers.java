package dev.bawn.launcher.review;

import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The project and what a session laid over it, both held open. */
public final class Layers implements AutoCloseable {

  private final Optional<OpenDirectory> lower;
  private final OpenDirectory upper;
  private final HiddenPaths hidden;

  private Layers(Optional<OpenDirectory> lower, OpenDirectory upper, HiddenPaths hidden) {
    this.lower = lower;
    this.upper = upper;
    this.hidden = hidden;
  }

  /**
   * Opens both.
   *
   * @param project below; nothing for a workspace that began empty
   * @param masks the layer that hides something of the project; nothing where nothing is hidden
   * @param upper the upper layer
   * @throws Failed if one of them is not there, or cannot be read
   */
  public static Layers open(Optional<Path> project, Optional<Path> masks, Path upper) {
    HiddenPaths hidden = masks.map(Layers::hidden).orElse(HiddenPaths.NONE);
    Optional<OpenDirectory> below = project.map(path -> open(path, "the project"));
    try {
      return new Layers(below, open(upper, "what the session changed"), hidden);
    } catch (Failed e) {
      below.ifPresent(OpenDirectory::close);
      throw e;
    }
  }

  /** What such a layer hides. */
  static HiddenPaths hidden(Path masks) {
    try (OpenDirectory layer = open(masks, "what hides files from the session")) {
      return HiddenPaths.in(layer);
    } catch (IOException e) {
      throw new Failed("it cannot be told what was hidden: " + masks, "see: ls -lR " + masks);
    }
  }

  /**
   * Whether the project has something there that the session never saw. A mask covers names that
   * the project does not have, too: what a session makes there is its own.
   */
  public boolean hid(RawPath path) {
    Optional<RawPath> covering = hidden.covering(path);
    if (covering.isEmpty() || lower.isEmpty()) {
      return false;
    }
    RawPath name = covering.get();
    try {
      return in(lower.get(), name, parent -> parent.look(name.name())).isPresent();
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  static OpenDirectory open(Path path, String what) {
    try {
      return OpenDirectory.at(path);
    } catch (NoSuchFileException e) {
      throw new Failed(what + " is gone: there is no " + path, "see: bawn list");
    } catch (IOException e) {
      throw new Failed(what + " cannot be read: " + path, "see: ls -ld " + path);
    }
  }

  /** All that the session changed, sorted bytewise by path. */
  public List<Change> changes() throws IOException {
    Comparison comparison = new Comparison();
    comparison.directory(RawPath.TOP, upper, lower, 0);
    return comparison.changes();
  }

  /**
   * What a file holds now.
   *
   * @param most in bytes
   * @return nothing if it holds more
   * @throws IOException if it is no file any more, lies behind a link, or cannot be read
   */
  public Optional<byte[]> fileAfter(RawPath path, int most) throws IOException {
    return in(
        upper,
        path,
        parent -> {
          try (OpenFile file = OverlayMarks.file(parent, path.name())) {
            return file.content(most);
          }
        });
  }

  /** What it held in the project; as above. */
  public Optional<byte[]> fileBefore(RawPath path, int most) throws IOException {
    return in(
        lower.orElseThrow(),
        path,
        parent -> {
          try (OpenFile file = parent.file(path.name())) {
            return file.content(most);
          }
        });
  }

  /** Where a link leads now. */
  public byte[] linkAfter(RawPath path) throws IOException {
    return in(upper, path, parent -> parent.linkText(path.name()))
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Where a link led in the project. */
  public byte[] linkBefore(RawPath path) throws IOException {
    return in(lower.orElseThrow(), path, parent -> parent.linkText(path.name()))
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** What is read while a directory is open. */
  @FunctionalInterface
  private interface Reading<T> {
    T from(OpenDirectory parent) throws IOException;
  }

  /** Goes to where a path lies, name by name. */
  private static <T> T in(OpenDirectory top, RawPath path, Reading<T> reading) throws IOException {
    Deque<OpenDirectory> way = new ArrayDeque<>();
    try {
      OpenDirectory here = top;
      for (RawName name : path.parent().names()) {
        here = here.directory(name);
        way.push(here);
      }
      return reading.from(here);
    } finally {
      way.forEach(OpenDirectory::close);
    }
  }

  @Override
  public void close() {
    lower.ifPresent(OpenDirectory::close);
    upper.close();
  }
}
