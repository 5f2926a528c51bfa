package dev.bawn.contract.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.trust.Finding;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Writes the results of {@code verify} of either program as the array {@code links}: {@code step},
 * {@code title}, {@code state} ({@code holds}, {@code weak} or {@code broken}), {@code sentence}
 * and, for a broken link, {@code expected}, {@code found} and {@code hint}. These names are stable.
 */
public final class LinksJson {

  private LinksJson() {}

  /**
   * Writes the array as a field of the current object.
   *
   * @param findings the valid links
   * @param broken the broken one, if there is one
   */
  public static void write(JsonGenerator json, List<Finding> findings, Optional<BrokenLink> broken)
      throws IOException {
    json.writeArrayFieldStart("links");
    for (Finding finding : findings) {
      boolean holds = finding.strength() == Finding.Strength.HOLDS;
      start(json, finding.step(), holds ? "holds" : "weak", finding.sentence());
      json.writeEndObject();
    }
    if (broken.isPresent()) {
      BrokenLink link = broken.get();
      start(json, link.step(), "broken", link.what());
      json.writeStringField("expected", link.expected());
      json.writeStringField("found", link.found());
      json.writeStringField("hint", link.hint());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void start(
      JsonGenerator json, VerificationStep step, String state, String sentence) throws IOException {
    json.writeStartObject();
    json.writeStringField("step", step.name());
    json.writeStringField("title", step.title());
    json.writeStringField("state", state);
    json.writeStringField("sentence", sentence);
  }
}
