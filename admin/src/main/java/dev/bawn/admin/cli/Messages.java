package dev.bawn.admin.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Printable;

/** Prints messages on standard error, beside the data on standard output. */
final class Messages {

  private Messages() {}

  static void say(Surroundings here, String line) {
    here.note("bawn-admin: " + Printable.whole(line));
  }
}
