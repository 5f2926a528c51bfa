package dev.bawn.contract.denial;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.failure.Printable;
import java.io.IOException;
import java.io.PrintStream;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Prints denials, as text or JSON. The names in the JSON are stable: {@code what}, {@code program},
 * {@code times}, {@code first}, {@code last} and, if a command would allow it, {@code allow}.
 *
 * @param agent the agent
 * @param refusals the denials
 */
public record DenialsOutput(AgentName agent, List<Refusal> refusals) {

  public DenialsOutput {
    refusals = List.copyOf(refusals);
  }

  /** Prints a line for each, and below it the command that would allow it. */
  public void text(PrintStream out) {
    for (Refusal refusal : refusals) {
      out.printf(
          "%s %5d ×  %s may not %s%n",
          refusal.last().truncatedTo(ChronoUnit.SECONDS),
          refusal.times(),
          Printable.of(refusal.program()),
          Printable.of(refusal.what()));
      refusal.command().ifPresent(command -> out.println(" ".repeat(30) + allowing(refusal)));
    }
  }

  /** Prints only the commands that would allow something, each once. */
  public void suggestions(PrintStream out) {
    refusals.stream()
        .filter(refusal -> refusal.command().isPresent())
        .map(this::allowing)
        .distinct()
        .forEach(out::println);
  }

  private String allowing(Refusal refusal) {
    return "sudo bawn-admin allow " + agent + " " + refusal.command().orElseThrow();
  }

  /** Prints one array. */
  public void json(PrintStream out) {
    JsonOutput.print(out, this::array);
  }

  /** Writes that array into a document. */
  public void array(JsonGenerator json) throws IOException {
    JsonOutput.objects(json, refusals, this::json);
  }

  private void json(JsonGenerator json, Refusal refusal) throws IOException {
    json.writeStringField("what", refusal.what());
    json.writeStringField("program", refusal.program());
    json.writeNumberField("times", refusal.times());
    json.writeStringField("first", refusal.first().toString());
    json.writeStringField("last", refusal.last().toString());
    if (refusal.command().isPresent()) {
      json.writeStringField("allow", allowing(refusal));
    }
  }
}
