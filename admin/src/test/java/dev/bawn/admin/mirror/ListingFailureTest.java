package dev.bawn.admin.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.failure.Failure;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Hints that repeat what owner-list found in a project; a cloned repository decides the names. */
class ListingFailureTest {

  private static String hint(String directory) {
    BoundedOutput records = new BoundedOutput(1000);
    byte[] said = ("said " + directory + "\0").getBytes(StandardCharsets.UTF_8);
    records.write(said, 0, said.length);
    records.close();
    Failure failure = ListingFailure.of(ProjectPath.of("/home/op/app"), 20, records);
    return failure.hint();
  }

  @Test
  void the_hint_finishes_the_merge_of_a_session() {
    String command = "if it was interrupted, finish it: bawn undo ";
    assertEquals(command + "fix-1", hint(".bawn-merge-fix-1"));
    assertEquals(command + "a.noir app", hint(".bawn-merge-a.noir app"));
  }

  @Test
  void no_name_in_a_project_becomes_an_option_or_another_command() {
    for (String name :
        new String[] {
          "--help", "fix --json", "-- fix", "fix;id", "fix\nid", "$(id)", "a b c", "", "a ../b"
        }) {
      assertFalse(hint(".bawn-merge-" + name).contains("undo"), name);
    }
  }
}
