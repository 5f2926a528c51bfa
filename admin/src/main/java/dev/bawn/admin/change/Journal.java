package dev.bawn.admin.change;

import dev.bawn.admin.sealing.AtomicFile;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.Layout;
import dev.bawn.contract.toml.TomlTable;
import dev.bawn.contract.toml.TomlText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Optional;

/**
 * The file {@code txn.toml}: what is being changed, absent when nothing is. Whether it happened is
 * told by the agent's link and nothing else.
 *
 * <pre>{@code
 * format = 1
 * operation = "delete"
 * agent = "a.noir"
 * from = 17
 * to = 0
 * keep_home = 1
 * }</pre>
 */
final class Journal {

  private static final long NONE = 0;

  private final Layout layout;

  Journal(Layout layout) {
    this.layout = layout;
  }

  /**
   * A change that is under way.
   *
   * @param operation for people: the command that began it
   * @param agent whose state changes
   * @param from the serial before, absent for a new agent
   * @param to the serial after, absent for one that is deleted
   * @param keepHome for a delete: whether the home stays, as root's
   * @param project for an assign: the project whose scratch was made for it
   */
  record Entry(
      String operation,
      AgentName agent,
      Optional<Serial> from,
      Optional<Serial> to,
      KeepHome keepHome,
      Optional<ProjectId> project) {}

  void write(Entry entry) throws IOException {
    TomlText text =
        new TomlText()
            .line("format", 1)
            .line("operation", entry.operation())
            .line("agent", entry.agent().text())
            .line("from", entry.from().map(Serial::number).orElse(NONE))
            .line("to", entry.to().map(Serial::number).orElse(NONE))
            .line("keep_home", entry.keepHome() == KeepHome.YES ? 1 : 0);
    entry.project().ifPresent(project -> text.line("project", project.text()));
    AtomicFile.replace(
        layout.journal(), text.toString().getBytes(StandardCharsets.UTF_8), "rw-------");
  }

  Optional<Entry> read() throws IOException {
    if (!Files.exists(layout.journal())) {
      return Optional.empty();
    }
    TomlTable table =
        TomlTable.parse(layout.journal().toString(), Files.readAllBytes(layout.journal()));
    if (table.number("format") != 1) {
      throw new Refused(layout.journal() + " was made by a newer bawn", "update bawn");
    }
    Entry entry =
        new Entry(
            table.text("operation"),
            table.text("agent", AgentName::of),
            serial(table, "from"),
            serial(table, "to"),
            table.number("keep_home") == 1 ? KeepHome.YES : KeepHome.NO,
            table.optionalText("project").map(ProjectId::of));
    table.nothingElse();
    return Optional.of(entry);
  }

  private static Optional<Serial> serial(TomlTable table, String key) {
    long number = table.number(key);
    return number == NONE ? Optional.empty() : Optional.of(new Serial(number));
  }

  void clear() throws IOException {
    Files.deleteIfExists(layout.journal());
    AtomicFile.syncDirectory(layout.state());
  }
}
