package dev.bawn.launcher.screen;

import dev.bawn.contract.failure.Failure;
import dev.bawn.launcher.key.Editor;
import dev.bawn.launcher.merge.Conflict;
import dev.bawn.launcher.merge.EditedText;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A copy of a text in the caller's editor: neither the session nor the project is changed by it.
 */
final class EditedCopy {

  /** An editor, and whatever it starts for a file, gets no other name. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

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
    try {
      Files.write(copy, content);
      int[] status = new int[1];
      screen.without(() -> status[0] = editor.open(copy));
      byte[] edited = Files.readAllBytes(copy);
      Files.delete(copy);
      return taken(status[0], new EditedText(before, edited));
    } catch (IOException | Failure e) {
      said = String.valueOf(e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<EditedText> taken(int status, EditedText edited) {
    if (status != 0) {
      said = "the editor ended with " + status + ", so nothing is taken";
    } else if (Arrays.equals(edited.began(), edited.text())) {
      said = "nothing was edited";
    } else if (Conflict.isMarked(edited.text())) {
      said = "conflict markers are left, so nothing is taken";
    } else {
      said = "the edited text is merged in the place of this file";
      return Optional.of(edited);
    }
    return Optional.empty();
  }
}
