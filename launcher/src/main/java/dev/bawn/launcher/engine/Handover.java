package dev.bawn.launcher.engine;

import dev.bawn.launcher.plan.StartPlan;
import dev.bawn.launcher.plan.Variable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The form of a plan that the start stub reads: a version, the number of environment variables, the
 * variables, the number of arguments, the arguments, an end. Private arguments come before the end:
 * {@code args}, their number, the arguments. A NUL follows each field.
 *
 * <pre>{@code bawn1␀0␀8␀/usr/bin/sudo␀-n␀-u␀a.noir␀…/enter␀app␀17␀bash␀end␀}</pre>
 *
 * The stub of a start in the foreground appends the caller's own arguments byte for byte. It still
 * has the caller's environment; sudo passes on the variables that root allowed in sudoers.
 */
final class Handover {

  private static final String VERSION = "bawn1";
  private static final String PRIVATE = "args";
  private static final String END = "end";

  private Handover() {}

  /**
   * Writes the plan, upon which the stub starts the session.
   *
   * @param argv the arguments of the plan, without those that the stub appends
   */
  static void write(StartPlan plan, List<String> argv, Path stub) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    add(bytes, VERSION);
    add(bytes, Integer.toString(plan.environment().size()));
    for (Variable variable : plan.environment()) {
      add(bytes, variable.name() + "=" + variable.value());
    }
    addAll(bytes, argv);
    if (!plan.privateArguments().isEmpty()) {
      add(bytes, PRIVATE);
      addAll(bytes, plan.privateArguments());
    }
    add(bytes, END);
    try {
      Files.write(stub, bytes.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void addAll(ByteArrayOutputStream bytes, List<String> texts) {
    add(bytes, Integer.toString(texts.size()));
    texts.forEach(text -> add(bytes, text));
  }

  private static void add(ByteArrayOutputStream bytes, String text) {
    bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    bytes.write(0);
  }
}
