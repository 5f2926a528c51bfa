package dev.bawn.launcher.screen;

import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.Failure;
import dev.bawn.launcher.key.Editor;
import dev.bawn.launcher.merge.Conflict;
import dev.bawn.launcher.merge.EditedText;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A copy of a text in the caller's editor. It changes neither the session nor the project. */
final class EditedCopy {

  /** The file names that are passed to an editor, and to the programs that it starts for a file. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

  /** The prefix of the edited texts that were not accepted. */
  private static final String DRAFT = "draft-";

  /** The number of digits that distinguish the drafts of one session. */
  private static final int OF_HASH = 16;

  /** The number of the first draft with the same name as another. */
  private static final int FIRST = 2;

  /**
   * The longest name that is kept. Longer ones are left out, so that the whole file name has at
   * most 255 bytes, see NAME_MAX.
   */
  private static final int LONGEST = 200;

  private final Path directory;
  private final Editor editor;
  private String said = "";
  private Optional<Path> over = Optional.empty();

  /**
   * @param directory of the copy during the edit
   */
  EditedCopy(Path directory, Editor editor) {
    this.directory = directory;
    this.editor = editor;
  }

  /** The message after the edit. */
  String said() {
    return said;
  }

  /**
   * Edits a text; empty if the result is not to be used. The copy is a draft from the beginning: it
   * stays if the review or the editor is killed.
   *
   * @param before the text before any edit
   * @param content from which this edit begins
   */
  Optional<EditedText> edit(FullScreen screen, RawPath path, byte[] before, byte[] content) {
    Path draft = draft(directory, path, before);
    try {
      if (!Files.isRegularFile(draft, LinkOption.NOFOLLOW_LINKS)) {
        write(draft, content);
      }
      int[] status = new int[1];
      screen.without(() -> status[0] = editor.open(draft));
      EditedText edited = new EditedText(before, Files.readAllBytes(draft));
      Optional<EditedText> taken = taken(status[0], edited);
      if (Arrays.equals(edited.began(), edited.text())) {
        Files.delete(draft);
      } else if (taken.isPresent()) {
        over = Optional.of(draft);
      }
      return taken;
    } catch (IOException | Failure e) {
      said = String.valueOf(e.getMessage());
      return Optional.empty();
    }
  }

  /** Removes the draft, after the decision with its text is written. */
  void forget() throws IOException {
    if (over.isPresent()) {
      Files.deleteIfExists(over.get());
    }
  }

  /**
   * Keeps a text whose decision is dropped, as a draft from which the next edit begins.
   *
   * @param directory of the session
   * @return the draft
   */
  static Path keep(Path directory, RawPath path, EditedText edited) throws IOException {
    Path draft = draft(directory, path, edited.began());
    if (Files.exists(draft, LinkOption.NOFOLLOW_LINKS)) {
      return keepAside(directory, path, edited);
    }
    write(draft, edited.text());
    return draft;
  }

  /**
   * Keeps a text under another name: the next edit does not begin from it, since its user took it
   * back.
   *
   * @return the draft
   */
  static Path keepAside(Path directory, RawPath path, EditedText edited) throws IOException {
    Path draft = draft(directory, path, edited.began());
    int number = FIRST;
    while (Files.exists(numbered(draft, number), LinkOption.NOFOLLOW_LINKS)) {
      number++;
    }
    write(numbered(draft, number), edited.text());
    return numbered(draft, number);
  }

  /** Writes a draft; no incomplete file stays if the disk is full. */
  private static void write(Path draft, byte[] text) throws IOException {
    try {
      Files.write(draft, text);
    } catch (IOException e) {
      Files.deleteIfExists(draft);
      throw e;
    }
  }

  private static Path numbered(Path draft, int number) {
    return draft.resolveSibling(draft.getFileName() + "." + number);
  }

  /** All drafts, sorted; other files of an editor are left out. */
  static List<Path> drafts(Path directory) throws IOException {
    List<Path> drafts = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, DRAFT + "*")) {
      for (Path each : files) {
        if (PLAIN.matcher(each.getFileName().toString()).matches()) {
          drafts.add(each);
        }
      }
    } catch (NoSuchFileException e) {
      return List.of(); // no directory yet, for an agent's project
    }
    drafts.sort(null);
    return drafts;
  }

  /** The file for a text that was edited and not accepted, by the path and the unedited content. */
  private static Path draft(Path directory, RawPath path, byte[] before) {
    String name = path.name().bytes();
    String content = new String(before, StandardCharsets.ISO_8859_1);
    String hash = Sha256.ofText(path.bytes() + "\0" + content).hex().substring(0, OF_HASH);
    return directory.resolve(
        DRAFT
            + hash
            + "-"
            + (name.length() <= LONGEST && PLAIN.matcher(name).matches() ? name : "of-a-file"));
  }

  private Optional<EditedText> taken(int status, EditedText edited) {
    if (status != 0) {
      said =
          "the editor ended with " + status + ", so bawn does not use the text; e opens it again";
    } else if (Arrays.equals(edited.began(), edited.text())) {
      said = "nothing was edited";
    } else if (Conflict.isMarked(edited.text())) {
      said = "conflict markers remain, so bawn does not use the text; e opens it again";
    } else {
      said = "the edited text is merged instead of this file";
      return Optional.of(edited);
    }
    return Optional.empty();
  }
}
