package dev.bawn.admin.cli;

import dev.bawn.admin.agent.IdentityChange;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.WrongUsage;
import picocli.CommandLine.Model.OptionSpec;

/** The options {@code --identity} and {@code --no-identity}. */
final class Identities {

  private static final String GIVE = "--identity";
  private static final String TAKE = "--no-identity";

  private Identities() {}

  static OptionSpec give() {
    return Parameters.flag(
        GIVE, "give the agent a key of its own, with which git in its sessions signs each commit");
  }

  static OptionSpec take() {
    return Parameters.flag(TAKE, "withdraw --identity: remove the key of the agent");
  }

  /** Returns what the given option does. */
  static IdentityChange of(Typed typed) {
    if (typed.has(GIVE) && typed.has(TAKE)) {
      throw new WrongUsage(GIVE + " and " + TAKE + " cannot be used together", "give one of them");
    }
    return typed.has(GIVE)
        ? IdentityChange.GIVE
        : typed.has(TAKE) ? IdentityChange.TAKE : IdentityChange.NONE;
  }
}
