package dev.bawn.launcher.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.junit.jupiter.api.Test;

class BoxDrawingTest {

  private static final AttributedStyle STYLE = AttributedStyle.BOLD;

  private static String drawn(AttributedString line, String in, String out) throws IOException {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    OutputStream terminal = BoxDrawing.restoring(written);
    String ansi =
        BoxDrawing.hidden(line).toAnsi(256, AttributedString.ForceMode.None, null, in, out);
    terminal.write(ansi.getBytes(StandardCharsets.UTF_8));
    return written.toString(StandardCharsets.UTF_8);
  }

  @Test
  void lines_of_boxes_are_written_as_they_are_with_and_without_another_character_set()
      throws IOException {
    String box = "a ─│┌┐└┘├┤┬┴┼ é 漢 \uE0A0";
    AttributedString line = new AttributedString(box, STYLE);
    assertEquals("\033[1m" + box + "\033[0m", drawn(line, null, null));
    assertEquals("\033[1m" + box + "\033[0m", drawn(line, "\016", "\017"));
  }

  @Test
  void a_private_character_of_a_session_is_no_line_of_a_box() throws IOException {
    assertEquals("\uFFFD\uFFFD", drawn(new AttributedString("\uEFF0\uEFFA"), null, null));
    assertEquals("\uEFEF\uEFFB", drawn(new AttributedString("\uEFEF\uEFFB"), null, null));
  }

  @Test
  void a_line_without_boxes_is_not_copied() {
    AttributedString line = new AttributedString("plain text", STYLE);
    assertSame(line, BoxDrawing.hidden(line));
  }
}
