package dev.bawn.admin.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A list and each of its records have a bound, and no byte beyond it is passed on. */
final class BoundedListTest {

  private final ByteArrayOutputStream passed = new ByteArrayOutputStream();

  @Test
  void a_list_is_passed_on_up_to_its_bound() throws IOException {
    BoundedList list = new BoundedList(10, passed);
    list.write(new byte[10]);
    assertFalse(list.isCut());
    assertThrows(BoundedList.Exceeded.class, () -> list.write(0));
    assertThrows(BoundedList.Exceeded.class, () -> list.write(0));
    assertTrue(list.isCut());
    assertEquals(10, passed.size());
  }

  @Test
  void a_record_may_be_as_long_as_a_path_and_no_longer() throws IOException {
    BoundedList list = new BoundedList(BoundedList.WHOLE, passed);
    byte[] record = new byte[BoundedList.LONGEST_RECORD + 1];
    Arrays.fill(record, 0, BoundedList.LONGEST_RECORD, (byte) 'a');
    list.write(record);
    list.write(record);
    assertFalse(list.isCut());
    list.write(record, 0, BoundedList.LONGEST_RECORD);
    assertThrows(BoundedList.Exceeded.class, () -> list.write('a'));
    assertTrue(list.isCut());
  }

  @Test
  void a_list_that_takes_too_much_memory_is_cut() {
    BoundedList list = new BoundedList(BoundedList.WHOLE, new Full());
    assertThrows(BoundedList.Exceeded.class, () -> list.write('a'));
    assertTrue(list.isCut());
  }

  @Test
  void an_error_of_a_receiver_cuts_no_list() {
    BoundedList list = new BoundedList(BoundedList.WHOLE, new Broken());
    assertThrows(IOException.class, () -> list.write('a'));
    assertFalse(list.isCut());
  }

  @Test
  void the_names_of_one_project_take_only_a_part_of_the_memory() {
    MemoryShare share = new MemoryShare();
    String text = "a".repeat(1 << 20);
    long most = Runtime.getRuntime().maxMemory() >> 20;
    assertThrows(
        BoundedList.Exceeded.class,
        () -> {
          for (long taken = 0; taken < most / 2; taken++) {
            share.take(text);
          }
        });
  }

  private static final class Full extends OutputStream {

    @Override
    public void write(int b) {
      throw new OutOfMemoryError("Java heap space");
    }
  }

  private static final class Broken extends OutputStream {

    @Override
    public void write(int b) throws IOException {
      throw new IOException("Broken pipe");
    }
  }
}
