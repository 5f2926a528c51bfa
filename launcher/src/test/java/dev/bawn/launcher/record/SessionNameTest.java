package dev.bawn.launcher.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionNameTest {

  @ParameterizedTest
  @CsvSource({
    "app, app-1",
    "My-App_2.0, my-app_2.0-1",
    "Größe und Ökö, grosse-und-oko-1",
    "日本 app 日本, app-1",
    "ﬁle--x, file--x-1",
    "日本, session-1",
    ".config, config-1",
  })
  void a_numbered_name_resembles_the_project(String project, String name) {
    assertEquals(name, SessionName.numbered(project, 1).text());
  }
}
