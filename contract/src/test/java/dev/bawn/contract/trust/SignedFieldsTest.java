package dev.bawn.contract.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.CommandList;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A signed manifest with a wrong value in one field: an error of root. */
class SignedFieldsTest {

  @TempDir Path root;
  private World world;

  @BeforeEach
  void aMachine() throws IOException {
    world = new World(root);
  }

  private void sign(String field, String instead) throws IOException {
    String text = world.manifestText();
    assertTrue(text.contains(field), "the manifest has no " + field);
    int at = text.indexOf(field);
    String changed = text.substring(0, at) + instead + text.substring(at + field.length());
    world.sign(changed.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          format = 1               | format = 2               | V4  | has format 2
          format = 1               | format = 0               | V4  | 'format' is invalid
          agent = "a.noir"         | agent = "b.noir"         | V4  | the manifest is another agent's
          agent = "a.noir"         | agent = "root"           | V4  | 'root' is a reserved name
          uid = 70000              | uid = 70001              | V4  | not the account that root signed
          uid = 70000              | uid = -1                 | V4  | no uid: -1
          gid = 70000              | gid = 0                  | V4  | not the account that root signed
          gid = 70000              | gid = 4294967296         | V4  | 'gid' is invalid: integer overflow
          operators = [1000]       | operators = [4294968296] | V4  | is not valid
          operators = [1000]       | operators = ["alice"]    | V4  | an array of whole numbers
          "1000 alice"             | "alice"                  | V4  | is not a number and name
          "1000 alice"             | "-5 alice"               | V4  | 'users' is invalid
          serial = 17              | serial = 16              | V5  | the directory of another serial
          serial = 17              | serial = 0               | V4  | no serial: 0
          2026-11-21T10:02:11Z     | "yesterday"              | V4  | 'sealed' is invalid
          profile = "custom"       | profile = "none"         | V4  | 'none' is not one of
          "preferred"              | "optional"               | V4  | 'optional' is not one of
          pin = "warn"             | pin = "never"            | V4  | 'never' is not one of
          network = "open"         | network = "host"         | V4  | 'host' is not one of
          nproc = 256              | nproc = 1                | V4  | nproc=1 is out of range
          nofile = 4096            | nofile = 0               | V4  | nofile=0 is out of range
          id = "app"               | id = "APP"               | V4  | 'APP' is not a project
          "/home/alice/app"        | "/etc"                   | V4  | it is a home directory, or
          owner = 1000             | owner = "alice"          | V4  | must be a whole number
          workspace = "mirror"     | workspace = "bind"       | V4  | 'bind' is not one of
          mirror = "app"           | mirror = "other"         | V11 | does not belong to bawn-mirror
          masks = [".env*",        | masks = [7,              | V4  | an array of strings
          limits"                  | limit"                   | V6  | root did not sign: limits
          libraries"               | library"                 | V4  | without its list of libraries
          """)
  void is_refused(String field, String instead, VerificationStep step, String sentence)
      throws IOException {
    sign(field, instead);
    BrokenLink link = assertThrows(BrokenLink.class, world::check);
    assertEquals(step, link.step(), link.what());
    assertTrue(link.what().contains(sentence), link.what());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          operators = [1000]       | operators = [1001]       | a.noir is not your agent
          id = "app"               | id = "other"             | a.noir has no project 'app'
          """)
  void is_no_longer_for_this_caller(String field, String instead, String sentence)
      throws IOException {
    sign(field, instead);
    assertEquals(sentence, assertThrows(Failure.class, world::check).what());
  }

  @Test
  void a_misspelt_key_is_a_missing_key() throws IOException {
    sign("files =", "file =");
    Broken.at(VerificationStep.V4, "the key 'files' is missing", world::check);
  }

  @ParameterizedTest
  @CsvSource({
    "'bash ', 'zsh ', V7, root did not allow: bash",
    "'bash ', '../bash ', V4, the list of commands of a.noir: unknown format",
    "/usr/bin/bash, /usr/bin/git, V7, the command bash is not the link to the program",
    "/usr/bin/bash, bash, V4, the list of commands of a.noir: unknown format",
  })
  void a_list_of_commands_is_refused(
      String field, String instead, VerificationStep step, String sentence) throws IOException {
    Path list = world.generation().directory().resolve(CommandList.FILE);
    String before = Files.readString(list);
    String after = before.replaceFirst(Pattern.quote(field), instead);
    World.write(list, after);
    sign(Sha256.ofText(before).hex(), Sha256.ofText(after).hex());
    BrokenLink link = assertThrows(BrokenLink.class, world::check);
    assertEquals(step, link.step(), link.what());
    assertTrue(link.what().contains(sentence), link.what());
  }
}
