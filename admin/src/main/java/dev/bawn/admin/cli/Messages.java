package dev.bawn.admin.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Printable;

/** What the program says beside its data, on standard error. */
final class Messages {

  private Messages() {}

  static void say(Surroundings here, String line) {
    here.err().println("bawn-admin: " + Printable.of(line));
  }
}
