package dev.bawn.launcher.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The variables that describe the machine. */
class MachineVariablesTest {

  private static MachineVariables of(Map<String, String> environment, String... named) {
    return MachineVariables.of(
        environment, List.of(named), List.of(Path.of("/usr"), Path.of("/etc/ssl/certs")));
  }

  @Test
  void proxies_and_visible_certificates_are_passed() {
    MachineVariables found =
        of(
            Map.of(
                "https_proxy", "http://proxy.corp:3128",
                "NO_PROXY", "localhost,.corp",
                "SSL_CERT_FILE", "/etc/ssl/certs/corp.pem",
                "JAVA_HOME", "/usr/lib/jvm/java-25",
                "TERMINFO", "/usr/share/terminfo",
                "AWS_SECRET_ACCESS_KEY", "x"));
    assertTrue(
        found
            .passed()
            .containsAll(
                List.of(
                    "https_proxy", "NO_PROXY", "SSL_CERT_FILE", "JAVA_HOME", "TERMINFO", "TZ")));
    assertFalse(found.passed().contains("AWS_SECRET_ACCESS_KEY"));
    assertEquals(List.of(), found.leftOut());
  }

  @Test
  void a_proxy_with_a_password_is_left_out_unless_it_is_named() {
    Map<String, String> environment = Map.of("HTTPS_PROXY", "http://alice:secret@proxy:3128");
    MachineVariables found = of(environment);
    assertFalse(found.passed().contains("HTTPS_PROXY"));
    assertEquals(
        List.of(
            "HTTPS_PROXY contains a user name or password, so bawn does not pass it; to pass it:"
                + " --env HTTPS_PROXY"),
        found.leftOut());
    assertEquals(List.of(), of(environment, "HTTPS_PROXY").leftOut());
  }

  @Test
  void of_several_directories_no_hint_makes_a_mount_of_one_over_another() {
    assertEquals(
        List.of(
            "SSL_CERT_DIR names directories that the session does not see; to show each of them:"
                + " --ro DIRECTORY"),
        of(Map.of("SSL_CERT_DIR", "/home/alice/certs:/etc/ssl/certs")).leftOut());
  }

  @Test
  void a_certificate_that_the_session_does_not_see_is_left_out(@TempDir Path home)
      throws IOException {
    Path file = Files.createFile(home.resolve("corp.pem"));
    for (String named : List.of(file.toString(), "/usr/.." + file)) {
      MachineVariables found = of(Map.of("PIP_CERT", named));
      assertFalse(found.passed().contains("PIP_CERT"), named);
      assertEquals(
          List.of(
              "PIP_CERT names a file that the session does not see; to show it: --ro"
                  + " \"$PIP_CERT\""),
          found.leftOut());
    }
    assertEquals(
        List.of("PIP_CERT names a file that does not exist: " + home.resolve("none")),
        of(Map.of("PIP_CERT", home.resolve("none").toString())).leftOut());
  }

  @Test
  void the_address_of_a_registry_is_passed_to_nobody_who_does_not_name_it() {
    Map<String, String> environment = Map.of("PIP_INDEX_URL", "https://pypi.corp/t0ken/simple");
    assertFalse(of(environment).passed().contains("PIP_INDEX_URL"));
    assertEquals(
        List.of(
            "PIP_INDEX_URL can contain a token, so bawn does not pass it; to pass it: --env"
                + " PIP_INDEX_URL"),
        of(environment).leftOut());
    assertEquals(List.of(), of(environment, "PIP_INDEX_URL").leftOut());
  }
}
