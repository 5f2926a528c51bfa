package dev.bawn.admin.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.seal.Seal;
import dev.bawn.contract.trust.TrustedKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The keys of this machine, one row for each. The names in the JSON are stable: {@code key}, {@code
 * seals}, {@code trusted}, {@code passphrase} and {@code agents}, the number of agents whose policy
 * it signed.
 */
final class KeyRows {

  /**
   * @param key its ID
   * @param seals whether it is the current signing key
   * @param trusted whether launchers accept its signatures
   * @param underPassphrase whether it is protected by a passphrase
   * @param agents the number of agents whose policy it signed
   */
  private record Row(
      String key, boolean seals, boolean trusted, boolean underPassphrase, int agents) {}

  private final List<Row> rows;

  private KeyRows(List<Row> rows) {
    this.rows = rows;
  }

  /** Reads the keys of a machine. */
  static KeyRows read(Assembly assembly) throws IOException {
    assembly.requireInitialised();
    Map<String, Integer> agents = sealedBy(assembly);
    Optional<String> current = assembly.keys().currentId().map(id -> id.text());
    List<String> trusted = TrustedKeys.read(assembly.layout(), assembly.rootOwned()).ids();
    List<String> all = new ArrayList<>(trusted);
    current.filter(id -> !trusted.contains(id)).ifPresent(all::add);
    boolean underPassphrase = assembly.keys().isProtected();
    List<Row> rows = new ArrayList<>();
    for (String key : all) {
      boolean seals = current.filter(key::equals).isPresent();
      rows.add(
          new Row(
              key,
              seals,
              trusted.contains(key),
              seals && underPassphrase,
              agents.getOrDefault(key, 0)));
    }
    return new KeyRows(rows);
  }

  /**
   * Counts the agents for each key, by the signatures of their policies; damaged signatures are not
   * counted.
   */
  static Map<String, Integer> sealedBy(Assembly assembly) throws IOException {
    SystemLayout layout = assembly.layout();
    Map<String, Integer> agents = new TreeMap<>();
    for (AgentName agent : assembly.state().agents()) {
      Path seal = layout.generation(agent, assembly.state().serial(agent).orElseThrow()).seal();
      try {
        String key = Seal.read(seal.toString(), Files.readAllBytes(seal)).keyId().text();
        agents.merge(key, 1, Integer::sum);
      } catch (Failure | NoSuchFileException e) {
        continue;
      }
    }
    return agents;
  }

  void print(boolean asJson, Surroundings here) {
    if (asJson) {
      JsonOutput.print(here.out(), json -> JsonOutput.objects(json, rows, KeyRows::json));
      return;
    }
    here.out().println("KEY               AGENTS  STATUS");
    for (Row row : rows) {
      here.out().println("%-16s  %6d  %s".formatted(row.key(), row.agents(), what(row)));
    }
  }

  private static String what(Row row) {
    List<String> words = new ArrayList<>();
    if (row.seals()) {
      words.add("signs");
    }
    words.add(row.trusted() ? "trusted" : "not trusted; run: sudo bawn-admin init");
    if (row.underPassphrase()) {
      words.add("with a passphrase");
    }
    return String.join(", ", words);
  }

  private static void json(JsonGenerator json, Row row) throws IOException {
    json.writeStringField("key", row.key());
    json.writeBooleanField("seals", row.seals());
    json.writeBooleanField("trusted", row.trusted());
    json.writeBooleanField("passphrase", row.underPassphrase());
    json.writeNumberField("agents", row.agents());
  }
}
