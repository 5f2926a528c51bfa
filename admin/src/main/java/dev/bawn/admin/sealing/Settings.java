package dev.bawn.admin.sealing;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.layout.Layout;
import dev.bawn.contract.toml.TomlTable;
import dev.bawn.contract.toml.TomlText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The file {@code /etc/bawn/bawn.toml}:
 *
 * <pre>{@code
 * format = 1
 * operators = [1000]   # of new agents, where create names none
 * }</pre>
 *
 * @param operators who may start new agents
 */
public record Settings(SortedSet<Uid> operators) {

  private static final int FORMAT = 1;

  public Settings {
    operators = Collections.unmodifiableSortedSet(new TreeSet<>(operators));
  }

  /** What the file says; nothing where there is none. */
  public static Settings read(Layout layout) throws IOException {
    if (!Files.exists(layout.settings())) {
      return new Settings(new TreeSet<>());
    }
    TomlTable table =
        TomlTable.parse(layout.settings().toString(), Files.readAllBytes(layout.settings()));
    table.format(FORMAT);
    SortedSet<Uid> operators = new TreeSet<>();
    table.numbers("operators").forEach(number -> operators.add(new Uid(Math.toIntExact(number))));
    table.nothingElse();
    return new Settings(operators);
  }

  /** Writes the file. */
  public void write(Layout layout) throws IOException {
    String text =
        new TomlText().line("format", FORMAT).bare("operators", operators.toString()).toString();
    AtomicFile.replace(layout.settings(), text.getBytes(StandardCharsets.UTF_8), "rw-r--r--");
  }
}
