package dev.bawn.admin.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.admin.toolstore.ToolRecord;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.failure.Printable;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** The tools of this machine, as {@code tool list} shows them. */
final class ToolTable {

  private final List<ToolRecord> records;
  private final List<Manifest> manifests;

  /**
   * @param records the tools of the tool store
   * @param manifests the policies of all agents
   */
  ToolTable(List<ToolRecord> records, List<Manifest> manifests) {
    this.records = List.copyOf(records);
    this.manifests = List.copyOf(manifests);
  }

  /** Prints two lines for each tool; they fit into 80 columns if there are few agents. */
  void print(PrintStream out) {
    if (records.isEmpty()) {
      out.println("no tools yet; adopt one: sudo bawn-admin tool add NAME --npm PACKAGE");
      return;
    }
    out.println(row("TOOL", "VERSION", "SIZE", "AGENTS"));
    for (ToolRecord record : records) {
      String agents = String.join(" ", users(record));
      out.println(
          row(
              record.name().text(),
              record.version(),
              size(record.bytes()),
              agents.isEmpty() ? "-" : agents));
      out.println("  from " + Printable.of(record.source()));
    }
  }

  private static String row(String name, String version, String size, String agents) {
    return String.format("%-14s %-20s %10s  %s", name, version, size, agents);
  }

  /** Formats a size in KiB, or in MiB from 10 MiB on. */
  static String size(long bytes) {
    return bytes < 10 << 20 ? (bytes + 1023 >> 10) + " KiB" : (bytes >> 20) + " MiB";
  }

  /** Returns the agents that have a tool; agents with another version have it after their name. */
  private List<String> users(ToolRecord record) {
    List<String> users = new ArrayList<>();
    for (Manifest manifest : manifests) {
      manifest
          .tool(record.name())
          .ifPresent(tool ->
              users.add(
                  tool.version().equals(record.version())
                      ? manifest.agent().text()
                      : manifest.agent() + "(" + tool.version() + ")"));
    }
    return users;
  }

  /**
   * Prints one array. The names are stable: {@code tool}, {@code version}, {@code source}, {@code
   * adopted}, {@code files}, {@code bytes}, {@code tree_sha256}, {@code agents}.
   */
  void json(JsonGenerator json) throws IOException {
    JsonOutput.objects(json, records, this::json);
  }

  private void json(JsonGenerator json, ToolRecord record) throws IOException {
    json.writeStringField("tool", record.name().text());
    json.writeStringField("version", record.version());
    json.writeStringField("source", record.source());
    json.writeStringField("adopted", record.adopted().toString());
    json.writeNumberField("files", record.files());
    json.writeNumberField("bytes", record.bytes());
    json.writeStringField("tree_sha256", record.tree().hex());
    JsonOutput.texts(json, "agents", users(record));
  }
}
