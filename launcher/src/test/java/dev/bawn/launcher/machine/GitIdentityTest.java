package dev.bawn.launcher.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.launcher.mount.MountGate;
import dev.bawn.launcher.mount.PrivateDirectories;
import dev.bawn.launcher.mount.SessionWritable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A home with a directory {@code work}, which sessions can write to. */
final class GitIdentityTest {

  @TempDir Path root;
  private Path home;
  private Path work;

  @BeforeEach
  void aHome() throws IOException {
    home = Files.createDirectories(root.toRealPath().resolve("home"));
    work = Files.createDirectories(home.resolve("work"));
  }

  private GitIdentity identity(Map<String, String> environment) {
    MountGate gate =
        MountGate.of(
            home,
            new PrivateDirectories(List.of(home.resolve(".local/state/bawn"))),
            new SessionWritable(() -> List.of(work)),
            Optional.empty());
    return GitIdentity.of(home, environment, gate);
  }

  private GitIdentity identity(String text) throws IOException {
    Files.writeString(home.resolve(".gitconfig"), text);
    return identity(Map.of());
  }

  @Test
  void readsTheNameAndTheAddressAndNothingElse() throws IOException {
    Files.writeString(home.resolve("more"), "[user] name = included\n");
    GitIdentity identity =
        identity(
            """
            [include]
            path = more
            [core]
            sshCommand = evil
            [User]
            name = Alice \\"A\\" Å # comment
            \tsigningKey = secret
            \temail = "a;b@c.d"
            """);
    assertEquals(new GitIdentity("Alice \"A\" Å", "a;b@c.d"), identity);
    assertEquals(
        "[user]\n\tname = \"Alice \\\"A\\\" Å\"\n\temail = \"a;b@c.d\"\n", identity.settings());
  }

  @Test
  void theFileInTheHomeCountsBeforeTheOtherOne() throws IOException {
    Path config = Files.createDirectories(home.resolve("xdg/git")).resolve("config");
    Files.writeString(config, "[user]\nname = x\nemail = x@y\n");
    Map<String, String> environment = Map.of("XDG_CONFIG_HOME", home.resolve("xdg").toString());
    assertEquals(new GitIdentity("x", "x@y"), identity(environment));
    Files.writeString(home.resolve(".gitconfig"), "[user]\nname = z\n");
    assertEquals(new GitIdentity("z", "x@y"), identity(environment));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "[user", "[user]\nname", "[user]\nname = \"a\\nb\"", "[user \"a\"]\nname = b"})
  void isNoneWhereNoneIsValid(String text) throws IOException {
    assertEquals(GitIdentity.NONE, identity(text));
    assertEquals("", GitIdentity.NONE.settings());
  }

  @Test
  void isNoneWhereTheValueIsTooLongOrTheFileIsTooLarge() throws IOException {
    assertEquals(GitIdentity.NONE, identity("[user]\nname = " + "x".repeat(201)));
    assertEquals(GitIdentity.NONE, identity("[user]\nname = x\n" + "#".repeat(1 << 16)));
  }

  @Test
  void followsNoLinkThatLeadsToWhereASessionCouldWrite() throws IOException {
    Files.writeString(work.resolve("gitconfig"), "[user]\nname = planted\n");
    Files.createSymbolicLink(home.resolve(".gitconfig"), work.resolve("gitconfig"));
    assertEquals(GitIdentity.NONE, identity(Map.of()));
  }
}
