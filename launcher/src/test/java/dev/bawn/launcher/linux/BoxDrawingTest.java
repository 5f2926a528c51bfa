package dev.bawn.launcher.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BoxDrawingTest {

  private static String drawn(String line) throws IOException {
    StringBuilder hidden = new StringBuilder();
    line.chars().forEach(letter -> hidden.append(BoxDrawing.hidden((char) letter)));
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    OutputStream terminal = BoxDrawing.restoring(written);
    terminal.write(hidden.toString().getBytes(StandardCharsets.UTF_8));
    return written.toString(StandardCharsets.UTF_8);
  }

  @Test
  void lines_of_boxes_pass_through_as_other_characters_and_are_restored() throws IOException {
    String box = "─│┌┐└┘├┤┬┴┼";
    assertEquals(
        0, box.chars().filter(letter -> BoxDrawing.hidden((char) letter) == letter).count());
    assertEquals("a " + box + " é 漢 \uE0A0", drawn("a " + box + " é 漢 \uE0A0"));
  }

  @Test
  void a_private_character_of_a_session_is_no_line_of_a_box() throws IOException {
    assertEquals("\uFFFD\uFFFD", drawn("\uEFF0\uEFFA"));
    assertEquals("\uEFEF\uEFFB", drawn("\uEFEF\uEFFB"));
  }
}
