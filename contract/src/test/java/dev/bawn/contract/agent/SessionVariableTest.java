package dev.bawn.contract.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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

  @Test
  void bytes_that_are_no_text_are_refused() {
    assertThrows(IllegalArgumentException.class, () -> SessionVariable.of("TZ=a\ufffdb"));
  }
}
