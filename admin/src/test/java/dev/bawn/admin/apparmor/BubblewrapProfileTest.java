package dev.bawn.admin.apparmor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BubblewrapProfileTest {

  @TempDir private Path root;

  @Test
  void a_mark_from_a_kernel_with_apparmor_is_taken_away_on_one_without() throws IOException {
    Path mark = root.resolve("var/lib/bawn/bubblewrap-profile");
    Files.createDirectories(mark.getParent());
    Files.createFile(mark);

    BubblewrapProfile profile = new BubblewrapProfile(new SystemLayout(root), Path.of(".."));

    assertEquals(BubblewrapProfile.State.NOT_NEEDED, profile.settle());
    assertFalse(Files.exists(mark));
  }

  @Test
  void it_gives_user_namespaces_where_the_parser_has_rules_about_them() throws IOException {
    assertEquals("userns,", rules(PolicyLanguage.V4));
    assertEquals("", rules(PolicyLanguage.V3));
  }

  private String rules(PolicyLanguage language) throws IOException {
    String text =
        new ProfileText(Path.of("..", "apparmor-templates"), new SystemLayout(root), language)
            .ofBubblewrap();
    return text.substring(text.indexOf('{') + 1, text.indexOf('}')).strip();
  }
}
