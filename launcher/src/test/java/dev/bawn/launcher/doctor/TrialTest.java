package dev.bawn.launcher.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.launcher.doctor.AttackResult.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TrialTest {

  @Test
  void only_lines_of_one_form_count() {
    Map<Attack, Outcome> outcomes =
        Trial.outcomes(
            "refused see-home\npossible loader\nrefused  see-tmp\n\u001b[31mrefused see-tmp\n"
                + "refused everything\nREFUSED see-tmp\nrefused see-tmp and more\n");
    assertEquals(Outcome.REFUSED, outcomes.get(Attack.SEE_HOME));
    assertEquals(Outcome.POSSIBLE, outcomes.get(Attack.LOADER));
    assertEquals(Outcome.UNTRIED, outcomes.get(Attack.SEE_TMP));
    assertEquals(Attack.values().length, outcomes.size());
  }

  @Test
  void what_may_work_is_no_breach_and_everything_else_is() {
    assertFalse(tried(Attack.LOADER, false, NetworkPolicy.NONE).isBreach());
    assertTrue(tried(Attack.LOADER, true, NetworkPolicy.NONE).isBreach());
    assertFalse(tried(Attack.REACH_LOOPBACK, true, NetworkPolicy.OPEN).isBreach());
    assertTrue(tried(Attack.REACH_LOOPBACK, false, NetworkPolicy.NONE).isBreach());
    assertTrue(tried(Attack.SEE_HOME, false, NetworkPolicy.OPEN).isBreach());
    assertTrue(tried(Attack.WRITE_PROJECT, false, NetworkPolicy.OPEN).isBreach());
    assertFalse(
        new AttackResult(
                Attack.WRITE_PROJECT,
                Outcome.POSSIBLE,
                Attack.WRITE_PROJECT.excuse(
                    true, NetworkPolicy.NONE, Execution.SIGNED, Workspace.OVERLAY))
            .isBreach());
    assertTrue(tried(Attack.OWN_PROGRAM, false, NetworkPolicy.NONE).isBreach());
    assertFalse(
        new AttackResult(
                Attack.OWN_PROGRAM,
                Outcome.POSSIBLE,
                Attack.OWN_PROGRAM.excuse(
                    true, NetworkPolicy.NONE, Execution.COMPILED, Workspace.MIRROR))
            .isBreach());
  }

  private static AttackResult tried(Attack attack, boolean appArmor, NetworkPolicy network) {
    return new AttackResult(
        attack,
        Outcome.POSSIBLE,
        attack.excuse(appArmor, network, Execution.SIGNED, Workspace.MIRROR));
  }

  @Test
  void the_script_tries_every_attack() throws IOException {
    String script =
        Files.readString(Path.of("src/main/resources/dev/bawn/launcher/doctor/attacks.sh"));
    for (Attack attack : Attack.values()) {
      assertTrue(script.contains(" " + attack.word()), attack.word());
    }
  }
}
