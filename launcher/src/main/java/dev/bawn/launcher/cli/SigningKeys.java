package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.AgentIdentity;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.identity.PublicIdentity;
import dev.bawn.launcher.identity.SessionIdentity;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.sessions.ListedSession;
import java.util.Optional;

/** The keys with which git in sessions signs commits, as {@code info} prints them. */
final class SigningKeys {

  private SigningKeys() {}

  /** The key of a session: its own, or the one of its agent. */
  static Optional<PublicIdentity> of(
      NamedSession session, ListedSession listed, Surroundings here) {
    if (listed instanceof ListedSession.Intact(SessionRecord record, _)
        && record.agent().isPresent()) {
      try {
        return of(CommandContext.onSystem(here).agents(here).require(record.agent().get().agent()));
      } catch (Failure e) {
        return Optional.empty(); // the agent was deleted, or its policy cannot be verified
      }
    }
    return SessionIdentity.of(session.directory().path());
  }

  /** The key of an agent. */
  static Optional<PublicIdentity> of(Manifest manifest) {
    return manifest.identity().map(AgentIdentity::shown);
  }

  /** Prints a key as two lines, each a whole one: it can be copied. */
  static void lines(PublicIdentity key, Surroundings here) {
    here.out().println("%-10s %s".formatted("identity", Printable.whole(key.did())));
    here.out().println("%-10s %s".formatted("key", Printable.whole(key.line())));
  }
}
