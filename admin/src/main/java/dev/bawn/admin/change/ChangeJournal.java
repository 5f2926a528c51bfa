package dev.bawn.admin.change;

import dev.bawn.admin.change.ScratchChange.Fate;
import dev.bawn.admin.sealing.AtomicFile;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.seal.KeyId;
import dev.bawn.contract.toml.TomlTable;
import dev.bawn.contract.toml.TomlText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/**
 * The file {@code txn.toml}: the unfinished change; it does not exist if there is none. Only the
 * agent's link decides whether a change of an agent happened.
 *
 * <pre>{@code
 * format = 1
 * operation = "delete"
 * agent = "a.noir"
 * from = 17
 * to = 0
 * keep_home = 1
 * }</pre>
 *
 * or, for a rotation of keys; with the step {@code exchange}, its signatures are being replaced:
 *
 * <pre>{@code
 * format = 1
 * operation = "key rotate"
 * from_key = "3650E23A3277DAF2"
 * to_key = "7F3AD08406D0E243"
 * step = "exchange"
 * agents = ["a.noir", "b.noir"]
 * }</pre>
 */
final class ChangeJournal {

  private static final int FORMAT = 1;
  private static final long NONE = 0;
  private static final String ROTATION = "key rotate";

  private final SystemLayout layout;

  ChangeJournal(SystemLayout layout) {
    this.layout = layout;
  }

  /** An unfinished change of a killed command. */
  sealed interface Pending permits Entry, Rotation {}

  /**
   * An unfinished change of a policy.
   *
   * @param operation the name of the command, for messages
   * @param agent the agent of the policy
   * @param from the serial before; empty for a new agent
   * @param to the serial after; empty if the agent is deleted
   * @param keepHome for a delete: whether the home directory is kept, owned by root
   * @param scratch the scratch directory that is created or removed, if any
   * @param audience how the set of operators changes
   */
  record Entry(
      String operation,
      AgentName agent,
      Optional<Serial> from,
      Optional<Serial> to,
      KeepHome keepHome,
      Optional<ScratchChange> scratch,
      Audience audience)
      implements Pending {

    /** Returns the command for messages, such as {@code create a.noir}. */
    String subject() {
      return operation + " " + agent;
    }
  }

  /**
   * An unfinished rotation of keys.
   *
   * @param from the old signing key
   * @param to the new signing key
   * @param step the progress
   * @param agents the agents whose signatures are replaced
   */
  record Rotation(KeyId from, KeyId to, Step step, List<AgentName> agents) implements Pending {
    Rotation {
      agents = List.copyOf(agents);
    }

    Rotation exchanging() {
      return new Rotation(from, to, Step.EXCHANGE, agents);
    }
  }

  /** The progress of a rotation. */
  enum Step implements Spelling {
    /** New signatures are being created and none is in use: the rotation can be undone. */
    PREPARE,
    /** All signatures exist and launchers accept them: the rotation can only be completed. */
    EXCHANGE
  }

  void write(Entry entry) throws IOException {
    TomlText text =
        new TomlText()
            .line("format", FORMAT)
            .line("operation", entry.operation())
            .line("agent", entry.agent().text())
            .line("from", entry.from().map(Serial::number).orElse(NONE))
            .line("to", entry.to().map(Serial::number).orElse(NONE))
            .line("keep_home", entry.keepHome() == KeepHome.YES ? 1 : 0);
    entry
        .scratch()
        .ifPresent(scratch ->
            text.line("project", scratch.project().text()).line("scratch", scratch.fate().word()));
    if (entry.audience() != Audience.SAME) {
      text.line("audience", entry.audience().word());
    }
    replace(text);
  }

  void write(Rotation rotation) throws IOException {
    replace(
        new TomlText()
            .line("format", FORMAT)
            .line("operation", ROTATION)
            .line("from_key", rotation.from().text())
            .line("to_key", rotation.to().text())
            .line("step", rotation.step().word())
            .line("agents", rotation.agents().stream().map(AgentName::text).toList()));
  }

  private void replace(TomlText text) throws IOException {
    AtomicFile.replace(
        layout.journal(), text.toString().getBytes(StandardCharsets.UTF_8), "rw-------");
  }

  Optional<Pending> read() throws IOException {
    if (!Files.exists(layout.journal())) {
      return Optional.empty();
    }
    try {
      return Optional.of(parse(layout.journal().toString(), Files.readAllBytes(layout.journal())));
    } catch (Refused e) {
      throw new Refused(
          e.what(),
          "another program changed this file, or a backup was restored; remove it, then see: sudo"
              + " bawn-admin doctor");
    }
  }

  /**
   * Parses the file.
   *
   * @param file its name in messages
   * @throws Refused if a value is missing, unknown or impossible
   */
  static Pending parse(String file, byte[] bytes) {
    TomlTable table = TomlTable.parse(file, bytes);
    table.format(FORMAT);
    String operation = table.text("operation");
    Pending pending = operation.equals(ROTATION) ? rotation(table) : entry(operation, table);
    table.nothingElse();
    return pending;
  }

  private static Rotation rotation(TomlTable table) {
    return new Rotation(
        table.text("from_key", KeyId::new),
        table.text("to_key", KeyId::new),
        word(table, "step", Step.values()),
        table.texts("agents", AgentName::of));
  }

  private static Entry entry(String operation, TomlTable table) {
    return new Entry(
        operation,
        table.text("agent", AgentName::of),
        serial(table, "from"),
        serial(table, "to"),
        table.number("keep_home", ChangeJournal::keepHome),
        scratch(table),
        table.has("audience") ? word(table, "audience", Audience.values()) : Audience.SAME);
  }

  private static KeepHome keepHome(long number) {
    if (number != 0 && number != 1) {
      throw new IllegalArgumentException("neither 0 nor 1");
    }
    return number == 1 ? KeepHome.YES : KeepHome.NO;
  }

  /** Older versions recorded only scratch directories that they created. */
  private static Optional<ScratchChange> scratch(TomlTable table) {
    if (!table.has("project")) {
      return Optional.empty();
    }
    Fate fate = table.has("scratch") ? word(table, "scratch", Fate.values()) : Fate.MADE;
    return Optional.of(new ScratchChange(table.text("project", ProjectId::of), fate));
  }

  private static <W extends Spelling> W word(TomlTable table, String key, W[] choices) {
    return table.text(key, text -> Spelling.named(choices, text));
  }

  private static Optional<Serial> serial(TomlTable table, String key) {
    return table.number(
        key, number -> number == NONE ? Optional.empty() : Optional.of(new Serial(number)));
  }

  /**
   * The refusal to recover a change that cannot have begun on this machine in its present state.
   *
   * @param what does not fit the change
   */
  Refused misfit(String what) {
    return new Refused(
        layout.journal() + " names a change that does not fit " + what,
        "if it comes from a backup, remove it: sudo rm " + layout.journal());
  }

  void clear() throws IOException {
    Files.deleteIfExists(layout.journal());
    AtomicFile.syncDirectory(layout.state());
  }
}
