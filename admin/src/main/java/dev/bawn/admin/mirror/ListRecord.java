package dev.bawn.admin.mirror;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;

/**
 * The record of a list, written while a mirror is updated from that list, so that the next list can
 * be compared with it: see {@link ListRecords}.
 */
abstract class ListRecord extends OutputStream {

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public abstract void write(byte[] chunk, int offset, int length) throws IOException;

  /**
   * Returns a stream that compares a list with the last recorded one and passes the list on if it
   * differs.
   */
  abstract ListComparison comparison(OutputStream next) throws IOException;

  /** Prevents that the next list is compared with the last recorded one. */
  void compareNothing() {}

  /**
   * Sends the last recorded list to a receiver that compares whole lists. A receiver of a partial
   * list needs none, and gets none.
   */
  abstract void tell(OutputStream receiver) throws IOException;

  /** Returns the files that were masked in the last recorded list, see {@link MaskedFiles}. */
  abstract Set<String> masked() throws IOException;

  /**
   * Records that the mirror matches the list: each file of the list is in the mirror, or the mirror
   * has no file with that name.
   */
  abstract void complete() throws IOException;
}
