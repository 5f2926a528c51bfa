package dev.bawn.contract.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.activity.AgentActivity;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.Table.Column;
import dev.bawn.contract.cli.Table.Cut;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.trust.KernelPolicies;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The list of agents and their projects, a row for each pair, for both programs. The names in the
 * JSON are stable: {@code agent}, {@code uid}, {@code serial}, {@code profile}, {@code apparmor},
 * {@code running}, {@code last_active}, {@code commands} and, for each of its projects, {@code
 * project}, {@code role}, {@code workspace} and {@code source}.
 */
public final class AgentList {

  /** The width from which the commands have a column. */
  private static final int WIDE = 132;

  private final List<Row> rows;
  private final Surroundings here;

  private AgentList(List<Row> rows, Surroundings here) {
    this.rows = rows;
    this.here = here;
  }

  /**
   * An agent and one of its projects, if it has any.
   *
   * @param apparmor the state of its policy in the kernel: a mode, {@code not loaded}, or {@code
   *     none}
   * @param running whether one of its sessions is running
   * @param last the time of its last known activity
   */
  private record Row(
      Manifest manifest,
      Optional<Assignment> assignment,
      String apparmor,
      boolean running,
      Optional<Instant> last) {

    boolean matches(String word) {
      return manifest.agent().text().equals(word)
          || assignment
              .filter(each -> each.id().text().equals(word) || each.source().text().equals(word))
              .isPresent();
    }
  }

  /** The list of these agents, in this order. */
  public static AgentList of(List<Manifest> manifests, Surroundings here) {
    AgentActivity activity = AgentActivity.look(here.layout());
    Apparmor apparmor = new Apparmor(new KernelPolicies(here.layout()));
    List<Row> rows = new ArrayList<>();
    for (Manifest manifest : manifests) {
      String state = apparmor.of(manifest);
      boolean running = activity.isRunning(manifest);
      Optional<Instant> last = activity.last(manifest);
      if (manifest.assignments().isEmpty()) {
        rows.add(new Row(manifest, Optional.empty(), state, running, last));
      }
      for (Assignment each : manifest.assignments()) {
        rows.add(new Row(manifest, Optional.of(each), state, running, last));
      }
    }
    return new AgentList(rows, here);
  }

  /** The state of all policies in the kernel, read once. */
  private static final class Apparmor {

    private final String otherwise;
    private final Map<String, String> modes;

    Apparmor(KernelPolicies kernel) {
      boolean there = kernel.hasAppArmor();
      Optional<Map<String, String>> all = there ? modes(kernel) : Optional.of(Map.of());
      this.modes = all.orElse(Map.of());
      this.otherwise = all.isEmpty() ? "unknown" : there ? "not loaded" : "none";
    }

    private static Optional<Map<String, String>> modes(KernelPolicies kernel) {
      try {
        return Optional.of(kernel.modes("bawn."));
      } catch (IOException e) {
        return Optional.empty();
      }
    }

    String of(Manifest manifest) {
      return modes.getOrDefault(manifest.agent().profileName(), otherwise);
    }
  }

  /** The rows of this agent, or of this project (id or path). */
  public AgentList about(String word) {
    return new AgentList(rows.stream().filter(row -> row.matches(word)).toList(), here);
  }

  /** The names of these agents and their projects. */
  public SortedSet<String> words() {
    SortedSet<String> words = new TreeSet<>();
    for (Row row : rows) {
      words.add(row.manifest().agent().text());
      row.assignment().ifPresent(each -> words.add(each.id().text()));
    }
    return words;
  }

  /** Tells whether the list has no rows. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Prints the list as a table. */
  public void table() {
    int width = Width.of(here);
    boolean wide = width >= WIDE && width < Integer.MAX_VALUE;
    List<Column> columns =
        new ArrayList<>(
            List.of(
                new Column("AGENT", Cut.END),
                new Column("PROJECT", Cut.END),
                new Column("ROLE", Cut.END),
                new Column("PROFILE", Cut.NEVER),
                new Column("APPARMOR", Cut.NEVER),
                new Column("LAST ACTIVE", Cut.NEVER),
                new Column("SOURCE", Cut.START)));
    if (wide) {
      columns.add(new Column("COMMANDS", Cut.END));
    }
    Table table = new Table(columns);
    Instant now = here.clock().instant();
    rows.forEach(row -> table.row(cells(row, now, wide)));
    table.lines(width).forEach(line -> here.out().println(line));
  }

  private static List<String> cells(Row row, Instant now, boolean wide) {
    Manifest manifest = row.manifest();
    List<String> cells =
        new ArrayList<>(
            List.of(
                manifest.agent().text(),
                row.assignment().map(each -> each.id().text()).orElse("-"),
                row.assignment().map(Assignment::role).map(Printable::of).orElse("-"),
                manifest.profile().word(),
                row.apparmor(),
                row.running() ? "now" : row.last().map(last -> Ago.of(last, now)).orElse("-"),
                row.assignment().map(each -> each.source().text()).orElse("-")));
    if (wide) {
      cells.add(String.join(" ", commands(manifest)));
    }
    return cells;
  }

  private static List<String> commands(Manifest manifest) {
    return manifest.commands().stream().map(command -> command.name().text()).toList();
  }

  /** Prints the list as JSON: one array. */
  public void json() {
    JsonOutput.print(here.out(), json -> JsonOutput.objects(json, rows, AgentList::json));
  }

  private static void json(JsonGenerator json, Row row) throws IOException {
    json.writeStringField("agent", row.manifest().agent().text());
    json.writeNumberField("uid", row.manifest().uid().number());
    json.writeNumberField("serial", row.manifest().serial().number());
    json.writeStringField("profile", row.manifest().profile().word());
    json.writeStringField("apparmor", row.apparmor());
    json.writeBooleanField("running", row.running());
    if (row.last().isPresent()) {
      json.writeStringField("last_active", row.last().get().toString());
    }
    JsonOutput.texts(json, "commands", commands(row.manifest()));
    if (row.assignment().isPresent()) {
      json.writeStringField("project", row.assignment().get().id().text());
      json.writeStringField("role", row.assignment().get().role());
      json.writeStringField("workspace", row.assignment().get().workspace().word());
      JsonOutput.texts(json, "shown", row.assignment().get().shown());
      json.writeStringField("source", row.assignment().get().source().text());
    }
  }
}
