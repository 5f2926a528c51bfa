package dev.bawn;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every error of the programs has a line in {@code tests/sentences}: its key, exit status, sentence
 * and hint, with {@code …} for a value. A key is the class and method that fail, so that it stays
 * when the wording changes; bats tests compare it by {@code says} in tests/lib. If a file is not
 * current, the test writes it: read the difference and commit it.
 */
final class SentencesTest {

  private static final Path TOP = Path.of("../..");

  private static final Map<String, String> STATUSES =
      Map.of(
          "Failed",
          "1",
          "WrongUsage",
          "2",
          "Refused",
          "3",
          "BrokenLink",
          "3",
          "InUse",
          "3",
          "NotFound",
          "4",
          "WrongUser",
          "5",
          "Unfinished",
          "6",
          "TimedOut",
          "124");

  private static final Pattern FAILURE =
      Pattern.compile("new (" + String.join("|", STATUSES.keySet()) + ")\\(");

  /** The declaration of a method or a constructor, in a class or in a nested class. */
  private static final Pattern METHOD =
      Pattern.compile("(?m)^ {2,4}(?!return|throw|new|else)(?:[\\w<>\\[\\],.?@]+ )*(\\w+)\\(");

  /** A token of Java: a string literal, or one character of anything else. */
  private static final Pattern PART =
      Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"|.", Pattern.DOTALL);

  @Test
  void every_error_stands_in_the_file_of_its_program() throws IOException {
    isCurrent("contract", "both.tsv");
    isCurrent("launcher", "bawn.tsv");
    isCurrent("admin", "bawn-admin.tsv");
  }

  private static void isCurrent(String module, String name) throws IOException {
    Map<String, String> lines = new TreeMap<>();
    try (Stream<Path> sources = Files.walk(TOP.resolve(module + "/src/main/java"))) {
      for (Path source :
          sources.filter(each -> each.toString().endsWith(".java")).sorted().toList()) {
        collect(source, lines);
      }
    }
    StringBuilder text = new StringBuilder();
    lines.forEach((key, line) -> text.append(key).append('\t').append(line).append('\n'));
    Path file = TOP.resolve("tests/sentences/" + name);
    String before = Files.exists(file) ? Files.readString(file) : "";
    Files.writeString(file, text);
    assertTrue(
        before.contentEquals(text),
        () ->
            file
                + " was not current; it is now: commit it\n"
                + without("- ", before, text.toString())
                + without("+ ", text.toString(), before));
  }

  /** The lines of a text that another one lacks, each after a mark. */
  private static String without(String mark, String text, String other) {
    Set<String> others = other.lines().collect(Collectors.toSet());
    return text.lines()
        .filter(line -> !others.contains(line))
        .map(line -> mark + line + "\n")
        .collect(Collectors.joining());
  }

  private static void collect(Path source, Map<String, String> lines) throws IOException {
    String java = Files.readString(source);
    String type = source.getFileName().toString().replace(".java", "");
    Matcher failure = FAILURE.matcher(java);
    while (failure.find()) {
      List<String> arguments = arguments(java.substring(failure.end()));
      boolean isLink = failure.group(1).equals("BrokenLink");
      String what = arguments.get(isLink ? 1 : 0);
      String key = type + "." + method(java.substring(0, failure.start()));
      String free = key;
      for (int i = 2; lines.containsKey(free); i++) {
        free = key + "-" + i;
      }
      String status = STATUSES.get(failure.group(1));
      lines.put(free, String.join("\t", status, what, arguments.getLast()));
    }
  }

  private static String method(String before) {
    Matcher method = METHOD.matcher(before);
    String name = "class";
    while (method.find()) {
      name = method.group(1);
    }
    return name;
  }

  /** Returns the arguments of a call: string literals unchanged, {@code …} for anything else. */
  private static List<String> arguments(String call) {
    List<String> arguments = new ArrayList<>();
    StringBuilder argument = new StringBuilder();
    Matcher part = PART.matcher(call);
    int depth = 1;
    while (depth > 0 && part.find()) {
      String found = part.group();
      depth += found.equals("(") ? 1 : found.equals(")") ? -1 : 0;
      if (depth == 1 && found.equals(",") || depth == 0) {
        arguments.add(argument.toString());
        argument.setLength(0);
      } else if (depth == 1 && part.group(1) != null) {
        argument.append(part.group(1).replace("\\\"", "\""));
      } else if (!found.isBlank() && !found.equals("+") && !argument.toString().endsWith("…")) {
        argument.append('…');
      }
    }
    return arguments;
  }
}
