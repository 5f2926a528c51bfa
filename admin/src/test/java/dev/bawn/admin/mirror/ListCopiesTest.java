package dev.bawn.admin.mirror;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A list is copied to its readers while it arrives. */
final class ListCopiesTest {

  private static final byte[] LIST = {'5', '\n', 'a', 0, (byte) 0xff, '\n', 0};

  @Test
  void each_reader_gets_the_bytes_as_they_are() {
    ByteArrayOutputStream one = new ByteArrayOutputStream();
    ByteArrayOutputStream other = new ByteArrayOutputStream();
    ListCopies list = new ListCopies(List.of(one, other));
    list.write(LIST, 0, LIST.length);
    assertArrayEquals(LIST, one.toByteArray());
    assertArrayEquals(LIST, other.toByteArray());
  }

  @Test
  void one_that_is_gone_takes_nothing_from_the_other() {
    ByteArrayOutputStream there = new ByteArrayOutputStream();
    ListCopies list = new ListCopies(List.of(new Ended(), there));
    list.write(LIST, 0, LIST.length);
    assertArrayEquals(LIST, there.toByteArray());
  }

  @Test
  void a_stream_of_one_that_is_gone_does_refuse() {
    assertThrows(IOException.class, () -> new Ended().write(LIST));
  }

  private static final class Ended extends OutputStream {

    @Override
    public void write(int b) throws IOException {
      throw new IOException("Broken pipe");
    }
  }
}
