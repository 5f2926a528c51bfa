package dev.bawn.admin.mirror;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;

/**
 * Where a list is recorded while a mirror is brought in line with it, so that the next one can be
 * compared with it: see {@link ListRecords}.
 */
abstract class ListRecord extends OutputStream {

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public abstract void write(byte[] chunk, int offset, int length) throws IOException;

  /** Compares a list with what was recorded before, and passes it on where it is another one. */
  abstract ListComparison comparison(OutputStream next) throws IOException;

  /** Has no list be the one of before. */
  void compareNothing() {}

  /** Tells a receiver of whole lists what was recorded before; one of a part needs nothing. */
  abstract void tell(OutputStream receiver) throws IOException;

  /** Which files were masked before, see {@link MaskedFiles}. */
  abstract Set<String> masked() throws IOException;

  /** Every file of the list is in the mirror now, or the mirror has no file of that name. */
  abstract void complete() throws IOException;
}
