package dev.bawn.contract.sandbox;

import dev.bawn.contract.failure.Refused;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The file {@code recipe/PROJECT.args}: every argument followed by NUL, as {@code bwrap --args FD}
 * reads it.
 *
 * <pre>{@code --unshare-user␀--unshare-pid␀…--ro-bind␀/usr/share␀/usr/share␀…}</pre>
 */
public final class RecipeFile {

  private RecipeFile() {}

  /** The bytes of the file for these steps. */
  public static byte[] write(List<SandboxStep> steps) {
    return bytes(MountOrder.checked(steps));
  }

  private static byte[] bytes(List<SandboxStep> steps) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String argument : BubblewrapArguments.of(steps)) {
      bytes.writeBytes(argument.getBytes(StandardCharsets.UTF_8));
      bytes.write(0);
    }
    return bytes.toByteArray();
  }

  /**
   * The steps in the file.
   *
   * @throws Refused if it has anything else, or the same in another form: bawn displays exactly
   *     what bubblewrap reads
   */
  public static List<SandboxStep> steps(byte[] bytes) {
    List<SandboxStep> steps = new ArgumentsReader(read(bytes)).steps();
    if (!Arrays.equals(bytes(steps), bytes)) {
      throw new Refused(
          "a recipe (a signed sandbox) has another format than this version writes",
          "run: sudo bawn-admin reseal AGENT");
    }
    return steps;
  }

  /**
   * The arguments in the file.
   *
   * @throws Refused if the last one is not terminated
   */
  public static List<String> read(byte[] bytes) {
    List<String> arguments = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        arguments.add(new String(bytes, start, i - start, StandardCharsets.UTF_8));
        start = i + 1;
      }
    }
    if (start != bytes.length) {
      throw new Refused(
          "a recipe (a signed sandbox) is incomplete", "run: sudo bawn-admin reseal AGENT");
    }
    return arguments;
  }
}
