package dev.bawn.admin.tool;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LimitedOutputStreamTest {

  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private final LimitedOutputStream capped = new LimitedOutputStream(received, 8);

  @Test
  void what_fits_is_passed_on_whole() throws IOException {
    capped.write(new byte[] {1, 2, 3}, 1, 2);
    capped.write(4);
    capped.write(new byte[] {5, 6, 7, 8, 9}, 0, 5);
    assertFalse(capped.isCut());
    assertArrayEquals(new byte[] {2, 3, 4, 5, 6, 7, 8, 9}, received.toByteArray());
  }

  @Test
  void what_does_not_fit_is_broken_off_and_said() throws IOException {
    capped.write(new byte[8], 0, 8);
    assertThrows(IOException.class, () -> capped.write(1));
    assertTrue(capped.isCut());
    assertThrows(IOException.class, () -> capped.write(new byte[4], 0, 4));
    assertArrayEquals(new byte[8], received.toByteArray());
  }
}
