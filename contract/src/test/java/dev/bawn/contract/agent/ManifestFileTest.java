package dev.bawn.contract.agent;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.identity.PublicIdentity;
import dev.bawn.contract.world.Fuzz;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestFileTest {

  private static final Sha256 DIGEST = Sha256.ofText("anything");

  private static final String TEXT =
      """
      format = 1
      agent = "a.noir"
      uid = 70000
      gid = 70001
      operators = [1000, 1001]
      users = [
        "1000 alice",
        "1001 ü user",
      ]
      serial = 17
      sealed = 2026-11-21T10:02:11Z
      profile = "read-only"
      confinement = "required"
      pin = "strict"
      network = "none"
      files = [
        "DIGEST profile",
        "DIGEST recipe/app.args",
      ]

      [limits]
      nproc = 256
      nofile = 4096

      [[tool]]
      name = "claude"
      version = "2.1.0"
      tree_sha256 = "DIGEST"
      env = ["ANTHROPIC_API_KEY"]

      [[assignment]]
      id = "app"
      source = "/home/alice/my \\"app\\" \\\\ ünïcode"
      owner = 1000
      repository = "/home/alice/my \\"app\\" \\\\ ünïcode"
      role = "reviewer"
      workspace = "mirror"
      mirror = "app"
      masks = [".env*", "secrets/"]
      """
          .replace("DIGEST", DIGEST.hex());

  private static Manifest manifest() {
    TreeMap<String, Sha256> files = new TreeMap<>();
    files.put("recipe/app.args", DIGEST);
    files.put("profile", DIGEST);
    return new Manifest(
        AgentName.of("a.noir"),
        new Uid(70_000),
        new Uid(70_001),
        new TreeSet<>(List.of(new Uid(1001), new Uid(1000))),
        new TreeMap<>(Map.of(new Uid(1000), "alice", new Uid(1001), "ü user")),
        new Serial(17),
        Instant.parse("2026-11-21T10:02:11Z"),
        Profile.READ_ONLY,
        Confinement.REQUIRED,
        Pin.STRICT,
        NetworkPolicy.NONE,
        Limits.DEFAULT,
        Execution.SIGNED,
        Collections.emptySortedMap(),
        Optional.empty(),
        List.of(),
        List.of(
            new AdoptedTool(
                CommandName.of("claude"),
                "2.1.0",
                DIGEST,
                List.of(KeyName.of("ANTHROPIC_API_KEY")))),
        List.of(
            new Assignment(
                ProjectId.of("app"),
                ProjectPath.of("/home/alice/my \"app\" \\ ünïcode"),
                new Uid(1000),
                Optional.of(new Repository("/home/alice/my \"app\" \\ ünïcode")),
                "reviewer",
                Workspace.MIRROR,
                ProjectId.of("app"),
                List.of(".env*", "secrets/"),
                List.of())),
        files);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void is_written_as_its_format_shows_it() {
    assertEquals(TEXT, new String(ManifestFile.write(manifest()), StandardCharsets.UTF_8));
  }

  @Test
  void is_read_as_it_was_written() {
    assertEquals(manifest(), ManifestFile.read(bytes(TEXT)));
    assertArrayEquals(bytes(TEXT), ManifestFile.write(ManifestFile.read(bytes(TEXT))));
  }

  @Test
  void a_limit_of_the_disk_is_written_only_where_there_is_one() {
    Manifest limited = manifest().withLimits(new Limits(256, 4096, 2L << 30, ResourceLimits.NONE));
    assertEquals(limited, ManifestFile.read(ManifestFile.write(limited)));
    assertEquals("--nproc=256:256 --nofile=4096:4096 --disk=2147483648", limited.limits().words());
    assertEquals("nproc 256, nofile 4096, disk 2048 MiB", limited.limits().toString());
  }

  @Test
  void limits_of_all_sessions_together_are_written_only_where_they_exist() {
    Limits limits = new Limits(256, 4096, 1L << 30, new ResourceLimits(4L << 30, 150, 500));
    Manifest limited = manifest().withLimits(limits);
    assertEquals(limited, ManifestFile.read(ManifestFile.write(limited)));
    assertEquals(
        "--nproc=256:256 --nofile=4096:4096 --memory=4294967296 --cpus=150 --pids=500"
            + " --disk=1073741824",
        limits.words());
    assertEquals(
        "nproc 256, nofile 4096, memory 4096 MiB, cpus 1.5, pids 500, disk 1024 MiB",
        limits.toString());
    Manifest one = manifest().withLimits(new Limits(256, 4096, 0, new ResourceLimits(0, 0, 500)));
    assertEquals(one, ManifestFile.read(ManifestFile.write(one)));
    assertEquals("--nproc=256:256 --nofile=4096:4096 --pids=500", one.limits().words());
    String text = new String(ManifestFile.write(limited), StandardCharsets.UTF_8);
    byte[] small = bytes(text.replace("memory = 4294967296", "memory = 1"));
    assertThrows(Refused.class, () -> ManifestFile.read(small));
  }

  @Test
  void what_an_agent_compiles_is_executed_only_where_that_was_signed() {
    Manifest compiled = manifest().withExecution(Execution.COMPILED);
    assertEquals(compiled, ManifestFile.read(ManifestFile.write(compiled)));
    String text = new String(ManifestFile.write(compiled), StandardCharsets.UTF_8);
    assertTrue(text.contains("execution = \"compiled\"\n"), text);
    byte[] wrong = bytes(text.replace("\"compiled\"", "\"all\""));
    assertThrows(Refused.class, () -> ManifestFile.read(wrong));
  }

  @Test
  void a_key_for_commits_is_written_only_where_the_agent_has_one() {
    String line =
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop";
    Manifest signing =
        manifest()
            .withIdentity(
                Optional.of(new AgentIdentity(PublicIdentity.of(line).orElseThrow(), DIGEST)));
    assertEquals(signing, ManifestFile.read(ManifestFile.write(signing)));
    String text = new String(ManifestFile.write(signing), StandardCharsets.UTF_8);
    assertTrue(text.contains("identity = \"" + line + "\"\n"), text);
    for (String wrong :
        List.of(
            text.replace(line, line.substring(2)),
            text.replace(line, line + " comment"),
            text.replace("identity_sha256 = ", "identity_key = "),
            text.replaceFirst("identity = .*\n", ""))) {
      assertThrows(Refused.class, () -> ManifestFile.read(bytes(wrong)), wrong);
    }
  }

  @Test
  void one_of_an_earlier_version_has_no_repositories() {
    String text =
        TEXT.lines().filter(line -> !line.startsWith("repository")).collect(joining("\n"));
    Assignment read = ManifestFile.read(bytes(text)).assignments().getFirst();
    assertEquals(Optional.empty(), read.repository());
    assertEquals(
        Optional.of(new Repository("none")),
        read.withRepository(new Repository("none")).repository());
  }

  @Test
  void what_a_mirror_shows_is_written_where_there_is_something() {
    Manifest read = ManifestFile.read(bytes(TEXT + "shown = [\".git\"]\n"));
    assertTrue(read.assignments().getFirst().hasGit());
    assertEquals(
        TEXT + "shown = [\".git\"]\n",
        new String(ManifestFile.write(read), StandardCharsets.UTF_8));
  }

  @Test
  void a_repository_is_a_path_or_none() {
    for (String wrong : List.of("", "app", "/a\\nb")) {
      String text =
          TEXT.replaceAll(
              "(?m)^repository = .*$", Matcher.quoteReplacement("repository = \"" + wrong + "\""));
      assertThrows(Refused.class, () -> ManifestFile.read(bytes(text)), wrong);
    }
  }

  /** `reseal` reads such a manifest and writes a current one. */
  @Test
  void one_of_an_earlier_version_has_its_commands_in_itself() {
    AllowedCommand git = CommandListTest.GIT;
    String line = new String(CommandList.write(List.of(git)), StandardCharsets.UTF_8).strip();
    String text = TEXT.replace("files = [", "commands = [\n  \"" + line + "\",\n]\nfiles = [");
    assertEquals(manifest().withPrograms(List.of(git)), ManifestFile.read(bytes(text)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          format = 1          | format = 2             | manifest.toml has format 2; this version of bawn reads formats up to 1
          pin = "strict"      | pinn = "strict"        | manifest.toml: the key 'pin' is missing
          nproc = 256         | nproc = "many"         | manifest.toml:22: 'limits.nproc' must be a whole number
          uid = 70000         | uid = 7_0000 oops      | manifest.toml:3:
          serial = 17         | serial = 1795264995488108394 | manifest.toml:10: a number has more than 18 digits
          [limits]            | [limit]                | manifest.toml: the key 'limits' is missing
          ` profile"`         | `profile"`             | manifest.toml:16: 'files' is invalid
          """)
  void is_refused_with_file_and_line(String text, String instead, String sentence) {
    Refused refused =
        assertThrows(Refused.class, () -> ManifestFile.read(bytes(TEXT.replace(text, instead))));
    assertEquals(
        sentence,
        refused.what().substring(0, Math.min(sentence.length(), refused.what().length())));
  }

  @ParameterizedTest
  @CsvSource({
    "nproc = 256, nofil = 1, manifest.toml:23: unknown key 'limits.nofil', did you mean 'nofile'?",
    "owner = 1000, rol = 1, manifest.toml:35: unknown key 'assignment.rol', did you mean 'role'?",
    "format = 1, pim = 1, manifest.toml:2: unknown key 'pim', did you mean 'pin'?",
  })
  void an_unknown_key_is_refused_with_its_line_and_the_nearest_key(
      String after, String line, String sentence, String hint) {
    String text = TEXT.replace(after + "\n", after + "\n" + line + "\n");
    Refused refused = assertThrows(Refused.class, () -> ManifestFile.read(bytes(text)));
    assertEquals(sentence, refused.what());
    assertEquals(hint, refused.hint());
  }

  @Test
  void what_is_no_text_is_refused() {
    assertEquals(
        "manifest.toml is not UTF-8",
        assertThrows(Refused.class, () -> ManifestFile.read(new byte[] {(byte) 0xff})).what());
    assertEquals(
        "manifest.toml is larger than 4 MiB",
        assertThrows(Refused.class, () -> ManifestFile.read(new byte[5 << 20])).what());
    assertThrows(Refused.class, () -> ManifestFile.read(bytes("a = " + "[".repeat(200_000))));
    assertThrows(Refused.class, () -> ManifestFile.read(new byte[0]));
  }

  @Test
  void a_changed_file_is_refused_or_is_that_of_a_manifest() throws Exception {
    Fuzz.of("manifest", TEXT)
        .isReadOrRefused(
            bytes -> {
              Manifest read = ManifestFile.read(bytes);
              assertEquals(read, ManifestFile.read(ManifestFile.write(read)));
            },
            Refused.class);
  }
}
