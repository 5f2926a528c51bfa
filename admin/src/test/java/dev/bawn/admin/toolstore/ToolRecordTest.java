package dev.bawn.admin.toolstore;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.world.Fuzz;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ToolRecordTest {

  private static final ToolRecord RECORD =
      new ToolRecord(
          CommandName.of("claude"),
          "2.1.0",
          "lib/node_modules/claude/bin/claude.exe",
          Sha256.ofText("a tree"),
          12,
          245_000_000,
          "npm @anthropic-ai/claude-code",
          Instant.parse("2026-11-21T10:02:11Z"));

  @Test
  void a_record_survives_its_file() {
    assertEquals(RECORD, ToolRecord.read("2.1.0.toml", RECORD.write()));
  }

  @Test
  void a_changed_file_is_refused_or_is_that_of_a_record() throws Exception {
    Fuzz.of("tool record", RECORD.write())
        .isReadOrRefused(
            bytes -> {
              ToolRecord read = ToolRecord.read("2.1.0.toml", bytes);
              assertEquals(read, ToolRecord.read("2.1.0.toml", read.write()));
            },
            Refused.class);
  }
}
