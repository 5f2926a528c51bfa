package dev.bawn.launcher.screen;

import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.Failure;
import dev.bawn.launcher.key.Editor;
import dev.bawn.launcher.merge.Conflict;
import dev.bawn.launcher.merge.EditedText;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A copy of a text in the caller's editor: neither the session nor the project is changed by it.
 */
final class EditedCopy {

  /** An editor, and whatever it starts for a file, gets no other name. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

  /** How the names of the kept texts begin that were not accepted. */
  static final String DRAFT = "draft-";

  private final Path directory;
  private final Editor editor;
  private String said = "";

  /**
   * @param directory in which the copy lies while it is edited
   */
  EditedCopy(Path directory, Editor editor) {
    this.directory = directory;
    this.editor = editor;
  }

  /** What is to be told afterwards. */
  String said() {
    return said;
  }

  /**
   * What it was made; nothing where it is not to be taken.
   *
   * @param before the text without any edit
   * @param content from which this edit begins
   */
  Optional<EditedText> edit(FullScreen screen, RawPath path, byte[] before, byte[] content) {
    String name = path.name().bytes();
    Path copy = directory.resolve("copy-" + (PLAIN.matcher(name).matches() ? name : "of-a-file"));
    Path draft = draft(path, before);
    try {
      boolean isDraft = Files.isRegularFile(draft, LinkOption.NOFOLLOW_LINKS);
      byte[] begun = isDraft ? Files.readAllBytes(draft) : content;
      Files.write(copy, begun);
      int[] status = new int[1];
      screen.without(() -> status[0] = editor.open(copy));
      EditedText edited = new EditedText(before, Files.readAllBytes(copy));
      Optional<EditedText> taken = taken(status[0], edited);
      if (taken.isPresent() || Arrays.equals(edited.began(), edited.text())) {
        Files.deleteIfExists(draft);
        Files.delete(copy);
      } else {
        // hours of work may be in it
        Files.move(copy, draft, StandardCopyOption.REPLACE_EXISTING);
      }
      return taken;
    } catch (IOException | Failure e) {
      said = String.valueOf(e.getMessage());
      return Optional.empty();
    }
  }

  /** A text that was edited and not taken, of this file with this content. */
  private Path draft(RawPath path, byte[] before) {
    String content = new String(before, StandardCharsets.ISO_8859_1);
    return directory.resolve(DRAFT + Sha256.ofText(path.bytes() + "\0" + content).hex());
  }

  private Optional<EditedText> taken(int status, EditedText edited) {
    if (status != 0) {
      said = "the editor ended with " + status + ", so nothing is taken; e goes on with your text";
    } else if (Arrays.equals(edited.began(), edited.text())) {
      said = "nothing was edited";
    } else if (Conflict.isMarked(edited.text())) {
      said = "conflict markers are left, so nothing is taken; e goes on with your text";
    } else {
      said = "the edited text is merged in the place of this file";
      return Optional.of(edited);
    }
    return Optional.empty();
  }
}
