package dev.bawn.contract.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.VerificationStep;
import org.junit.jupiter.api.function.Executable;

/** Requires that a launch is refused at one step of the chain. */
final class Broken {

  private Broken() {}

  static BrokenLink at(VerificationStep step, String sentence, Executable check) {
    BrokenLink link = assertThrows(BrokenLink.class, check);
    assertEquals(step, link.step(), link.what());
    assertTrue(link.what().contains(sentence), "says '" + link.what() + "', not: " + sentence);
    assertTrue(!link.expected().equals(link.found()), "expected and found: " + link.found());
    assertTrue(!link.hint().isEmpty(), "there is no hint");
    assertEquals(3, link.exitCode());
    return link;
  }
}
