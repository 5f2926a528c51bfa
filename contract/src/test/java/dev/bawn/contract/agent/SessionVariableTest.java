package dev.bawn.contract.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionVariableTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https_proxy=http://user:word@proxy:3128",
        "HTTPS_PROXY=user:word@proxy:3128",
        "all_proxy=user@proxy",
        "PIP_INDEX_URL=https://token@index.example/simple"
      })
  void a_login_in_a_url_is_refused_and_not_shown(String variable) {
    String reason =
        assertThrows(IllegalArgumentException.class, () -> SessionVariable.of(variable))
            .getMessage();
    String name = variable.substring(0, variable.indexOf('='));
    assertEquals(name + " contains a user name or password", reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https_proxy=http://proxy:3128",
        "GIT_AUTHOR_EMAIL=a@example.org",
        "MAVEN_OPTS=-Dx=https://host/@scope"
      })
  void a_value_without_one_is_taken(String variable) {
    SessionVariable.of(variable);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ANTHROPIC_API_KEY", "GITHUB_TOKEN", "npm_token", "PASSWORD"})
  void the_name_of_a_key_is_known(String name) {
    assertTrue(new SessionVariable(name, "x").isNamedLikeSecret());
  }

  @ParameterizedTest
  @ValueSource(strings = {"JAVA_HOME", "TOKENIZERS_PARALLELISM", "KEYBOARD", "SSL_CERT_FILE"})
  void another_name_is_not_taken_for_one(String name) {
    assertFalse(new SessionVariable(name, "x").isNamedLikeSecret());
  }

  @Test
  void bytes_that_are_no_text_are_refused() {
    assertThrows(IllegalArgumentException.class, () -> SessionVariable.of("TZ=a\ufffdb"));
  }
}
