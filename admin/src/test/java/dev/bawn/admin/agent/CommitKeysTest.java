package dev.bawn.admin.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.admin.sealing.NewIdentity;
import dev.bawn.contract.agent.AgentIdentity;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.Pin;
import dev.bawn.contract.agent.Profile;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.identity.PublicIdentity;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class CommitKeysTest {

  private static final NewIdentity MADE =
      new NewIdentity(
          new AgentIdentity(
              PublicIdentity.of(
                      "ssh-ed25519"
                          + " AAAAC3NzaC1lZDI1NTE5AAAAIDtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop")
                  .orElseThrow(),
              Sha256.ofText("key")),
          new byte[0]);

  private static AllowedCommand command(CommandName name) {
    return new AllowedCommand(name, "/usr/bin/" + name, Sha256.ofText(name.text()), 1, 2, 3);
  }

  private static Manifest noir() {
    return new Manifest(
        AgentName.of("a.noir"),
        new Uid(70_000),
        new Uid(70_000),
        new TreeSet<>(),
        new TreeMap<>(),
        Serial.FIRST,
        Instant.EPOCH,
        Profile.STANDARD,
        Confinement.PREFERRED,
        Pin.WARN,
        NetworkPolicy.OPEN,
        Limits.DEFAULT,
        Execution.SIGNED,
        new TreeMap<>(),
        Optional.empty(),
        List.of(command(CommandName.of("git")), command(CommandName.of("wc"))),
        List.of(),
        List.of(),
        new TreeMap<>());
  }

  private static Manifest changed(Manifest before, IdentityChange change) {
    return CommitKeys.changed(before, change, Optional.of(MADE), CommitKeysTest::command);
  }

  private static List<String> commands(Manifest manifest) {
    return manifest.commands().stream().map(each -> each.name().text()).toList();
  }

  @Test
  void a_key_comes_with_the_program_that_signs_and_goes_with_it() {
    Manifest given = changed(noir(), IdentityChange.GIVE);
    assertEquals(Optional.of(MADE.identity()), given.identity());
    assertEquals(List.of("git", "ssh-keygen", "wc"), commands(given));
    assertEquals(Profile.STANDARD, given.profile());
    assertEquals(given, changed(given, IdentityChange.GIVE));
    assertEquals(given, changed(given, IdentityChange.NONE));
    assertEquals(noir(), changed(given, IdentityChange.TAKE));
  }

  @Test
  void an_intact_key_stays_and_a_changed_one_is_made_again() throws IOException {
    Manifest given = changed(noir(), IdentityChange.GIVE);
    CommitKeys intact = new CommitKeys(() -> MADE, manifest -> manifest.identity().isPresent());
    assertEquals(Optional.empty(), intact.made(given, IdentityChange.GIVE));
    assertEquals(Optional.of(MADE), intact.made(noir(), IdentityChange.GIVE));
    assertEquals(Optional.empty(), intact.made(noir(), IdentityChange.NONE));
    assertEquals(
        given, CommitKeys.changed(given, IdentityChange.GIVE, Optional.empty(), name -> null));
    CommitKeys broken = new CommitKeys(() -> MADE, manifest -> false);
    assertEquals(Optional.of(MADE), broken.made(given, IdentityChange.GIVE));
    assertEquals(Optional.empty(), broken.made(given, IdentityChange.TAKE));
  }

  @Test
  void the_program_that_signs_cannot_be_restricted_alone() {
    Manifest given = changed(noir(), IdentityChange.GIVE);
    CommitKeys.requireUnused(given, CommandName.of("git"));
    CommitKeys.requireUnused(noir(), CommitKeys.SIGNS);
    assertThrows(Refused.class, () -> CommitKeys.requireUnused(given, CommitKeys.SIGNS));
  }
}
