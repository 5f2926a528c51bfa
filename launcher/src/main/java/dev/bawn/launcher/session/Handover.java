package dev.bawn.launcher.session;

import dev.bawn.launcher.key.Key;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Hands a plan to the start stub, which becomes it: a version, a count of variables to export and
 * these, a count of words and these, an end, each followed by NUL.
 *
 * <pre>{@code bawn1␀0␀8␀/usr/bin/sudo␀-n␀-u␀a.noir␀…/enter␀app␀17␀bash␀end␀}</pre>
 *
 * The variables are API keys that the caller keeps in a file. Those of the caller's own environment
 * the stub still has; sudo passes on the names that root allowed in sudoers.
 */
public final class Handover {

  private static final String VERSION = "bawn1";
  private static final String ARGUMENTS = "args";
  private static final String END = "end";

  private final Path descriptor;

  /**
   * @param descriptor where the stub reads
   */
  public Handover(Path descriptor) {
    this.descriptor = descriptor;
  }

  /** To the stub that started this process: it listens on descriptor 3. */
  public static Handover toStub() {
    return new Handover(Path.of("/proc/self/fd/3"));
  }

  /**
   * The last thing to be done: once it is written, the stub starts the session.
   *
   * @param keys variables to be exported
   * @param argv the words that the stub becomes, before the caller's own
   */
  public void writeWithKeys(List<Key> keys, List<String> argv) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    word(bytes, VERSION);
    word(bytes, Integer.toString(keys.size()));
    keys.forEach(key -> word(bytes, key.name() + "=" + key.value()));
    words(bytes, argv);
    word(bytes, END);
    write(bytes);
  }

  /**
   * The same for a session whose walls bubblewrap is told on descriptor 9, where no other user of
   * the machine and no file sees them: {@code …argv␀args␀2␀--setenv␀…␀end␀}.
   *
   * @param argv the words that the stub becomes, before the caller's own
   * @param arguments the walls
   */
  public void write(List<String> argv, List<String> arguments) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    word(bytes, VERSION);
    word(bytes, "0");
    words(bytes, argv);
    word(bytes, ARGUMENTS);
    words(bytes, arguments);
    word(bytes, END);
    write(bytes);
  }

  private void write(ByteArrayOutputStream bytes) {
    try {
      Files.write(descriptor, bytes.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void words(ByteArrayOutputStream bytes, List<String> words) {
    word(bytes, Integer.toString(words.size()));
    words.forEach(word -> word(bytes, word));
  }

  private static void word(ByteArrayOutputStream bytes, String word) {
    bytes.writeBytes(word.getBytes(StandardCharsets.UTF_8));
    bytes.write(0);
  }
}
