package dev.bawn.launcher.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that name a registry; a session can write them if the user's settings are links. */
class RegistryFilesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Each program with its settings and a file of a project that uses it. */
  private static final Map<RegistryFiles, List<String>> FILES =
      Map.of(
          RegistryFiles.NPM, List.of(".npmrc", "package.json"),
          RegistryFiles.NPM_SCOPE, List.of(".npmrc", "package.json"),
          RegistryFiles.PIP, List.of(".pip/pip.conf", "requirements.txt"),
          RegistryFiles.PIP_EXTRA, List.of(".pip/pip.conf", "requirements.txt"),
          RegistryFiles.UV, List.of(".config/uv/uv.toml", "uv.lock"),
          RegistryFiles.MAVEN, List.of(".m2/settings.xml", "pom.xml"),
          RegistryFiles.CARGO, List.of(".cargo/config.toml", "Cargo.toml"));

  @TempDir Path home;

  private boolean isWarning(RegistryFiles program, String text) throws IOException {
    Path settings = home.resolve(FILES.get(program).getFirst());
    Files.createDirectories(settings.getParent());
    Files.writeString(settings, text);
    Files.writeString(home.resolve(FILES.get(program).getLast()), "");
    return assertTimeoutPreemptively(
        PATIENCE, () -> program.warning(home, home, List.of(Path.of("/etc/pip.conf"))).isPresent());
  }

  @Test
  void a_line_that_names_a_registry_brings_a_warning() throws IOException {
    Map<RegistryFiles, String> lines =
        Map.of(
            RegistryFiles.NPM, "a=b\n\t registry = x",
            RegistryFiles.NPM_SCOPE, "a=b\n@corp:registry=x",
            RegistryFiles.PIP, "[global]\n\n index-url=x",
            RegistryFiles.PIP_EXTRA, "[global]\nextra-index-url = x",
            RegistryFiles.UV, "\r\n[[index]]",
            RegistryFiles.MAVEN, "<!-- a --><!--<x>-->\n<mirror>",
            RegistryFiles.CARGO, "\n[registries.corp]\n");
    for (Map.Entry<RegistryFiles, String> each : lines.entrySet()) {
      assertEquals(true, isWarning(each.getKey(), each.getValue()), each.getKey().toString());
    }
  }

  @Test
  void a_comment_of_xml_names_no_registry() throws IOException {
    for (String text :
        List.of("<!-- <mirror>", "<!-- a\n <mirror> --> b", "<!----><!--<mirror>-->")) {
      assertEquals(false, isWarning(RegistryFiles.MAVEN, text), text);
    }
  }

  @Test
  void no_file_takes_quadratic_time() throws IOException {
    for (String part : List.of("\n", " ", "<!--", "registry", "-->", "\n\t", "@", "@:registry")) {
      String text = part.repeat((1 << 16) / part.length());
      for (RegistryFiles program : RegistryFiles.values()) {
        assertEquals(false, isWarning(program, text), program + part);
      }
    }
  }
}
