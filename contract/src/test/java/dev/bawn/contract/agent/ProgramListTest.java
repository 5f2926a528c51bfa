package dev.bawn.contract.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.world.Fuzz;
import org.junit.jupiter.api.Test;

class ProgramListTest {

  private static final String TEXT =
      """
      copy DIGEST 1265648 bash
      link /usr/bin/dash sh
      """
          .replace("DIGEST", Sha256.ofText("bash").hex());

  @Test
  void a_changed_list_is_refused_or_is_the_file_of_one() throws Exception {
    Fuzz.of("programs", TEXT)
        .isReadOrRefused(
            bytes -> {
              ProgramList read = ProgramList.read(bytes);
              assertEquals(read, ProgramList.read(read.write()));
            },
            Refused.class);
  }
}
