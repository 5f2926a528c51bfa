package dev.bawn.admin.mirror;

import dev.bawn.admin.agent.Mirrors;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.mask.MaskRules;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Masks names in a list of owner-list while it arrives. The length of a list is sent before it, so
 * a masked record is overwritten with blanks; the readers of the list skip these.
 *
 * <p>A file with several names is masked under all of them. The list begins with records for that,
 * which are not passed on. There is "w SIZE TIME DEV:INO INODE/NAME" for each such name in the
 * project, also of ignored files. There is "n DEV:INO/NAME" for each such name on the list.
 *
 * <p>The file stays masked if its masked name is another file later: the recorded list, which only
 * root can read, contains "m SIZE TIME … INODE/NAME" for it.
 */
final class MaskedList extends OutputStream {

  private static final int CHUNK = 1 << 16;
  private static final int MOST_DIRECTORIES = 1 << 15;

  /** The characters of the paths that are remembered; a path may have 4096. */
  private static final int MOST_CHARACTERS = 1 << 21;

  private static final int SHOWN = 8;

  /** The index of the field DEV:INO in a record "w". */
  private static final int DEVICE_AND_INODE = 3;

  /**
   * The files that were masked before, see {@link MaskedFiles}. They are read when the list begins.
   */
  @FunctionalInterface
  interface Before {
    /** Returns the identities of the files. */
    Set<String> masked() throws IOException;
  }

  private final MaskRules rules;
  private final Before earlier;
  private final OutputStream record;
  private final OutputStream next;
  private final byte[] held = new byte[CHUNK + BoundedList.LONGEST_RECORD];
  private final Map<String, Boolean> directories = new HashMap<>();
  private final Set<String> maskedFiles = new HashSet<>();
  private final Set<String> otherNames = new HashSet<>();
  private final List<String> shown = new ArrayList<>();
  private final List<int[]> masks = new ArrayList<>();
  private final MemoryShare memory = new MemoryShare();
  private int characters;
  private Set<String> before = Set.of();
  private int length;
  private boolean isHead = true;
  private long files;
  private long masked;

  /**
   * The caller passes no record longer than {@link BoundedList#LONGEST_RECORD}.
   *
   * @param earlier the files that were masked before
   * @param record receives the list with the masked records, for the next sync
   * @param next receives the list with blanks instead of the masked records
   */
  MaskedList(MaskRules rules, Before earlier, OutputStream record, OutputStream next) {
    this.rules = rules;
    this.earlier = earlier;
    this.record = record;
    this.next = next;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] chunk, int offset, int count) throws IOException {
    for (int done = 0; done < count; ) {
      int part = Math.min(count - done, CHUNK);
      System.arraycopy(chunk, offset + done, held, length, part);
      length += part;
      done += part;
      passOn();
    }
  }

  @Override
  public void flush() throws IOException {
    next.flush();
  }

  /** Passes on all complete records; the beginning of the next record is kept. */
  private void passOn() throws IOException {
    int begin = 0;
    for (int at = 0; at < length; at++) {
      if (isHead && held[at] == '\n') {
        isHead = false;
        before = earlier.masked();
        begin = at + 1;
      } else if (!isHead && held[at] == 0) {
        look(begin, at);
        begin = at + 1;
      }
    }
    record.write(held, 0, begin);
    for (int[] mask : masks) {
      Arrays.fill(held, mask[0], mask[1], (byte) ' ');
    }
    masks.clear();
    next.write(held, 0, begin);
    length -= begin;
    System.arraycopy(held, begin, held, 0, length);
  }

  private void look(int begin, int end) throws BoundedList.Exceeded {
    int slash = begin;
    while (slash < end && held[slash] != '/') {
      slash++;
    }
    if (end - slash < 2 || held[begin] == 's') {
      return;
    }
    String name = new String(held, slash + 1, end - slash - 1, StandardCharsets.UTF_8);
    boolean isRemembered;
    switch (held[begin]) {
      case 'w' -> {
        isRemembered = isMasked(name, false);
        String[] fields = text(begin, slash).split(" ");
        if (isRemembered && fields.length > DEVICE_AND_INODE) {
          remember(fields[DEVICE_AND_INODE], maskedFiles);
        }
        masks.add(new int[] {begin, end});
      }
      case 'n' -> {
        isRemembered = false;
        if (maskedFiles.contains(text(begin, slash).substring(1).strip())) {
          remember(name, otherNames);
        }
        masks.add(new int[] {begin, end});
      }
      default -> {
        isRemembered =
            otherNames.contains(name)
                || !before.isEmpty() && MaskedFiles.contain(before, text(begin, slash));
        boolean isHidden = isRemembered || isMasked(name, held[begin] == 'l');
        count(name, isHidden);
        if (isHidden) {
          masks.add(new int[] {begin, end});
          held[begin] = MaskedFiles.BY_NAME;
        }
      }
    }
    if (isRemembered) {
      held[begin] = MaskedFiles.KIND;
    }
  }

  private void remember(String text, Set<String> all) throws BoundedList.Exceeded {
    if (all.add(text)) {
      memory.take(text);
    }
  }

  private String text(int begin, int end) {
    return new String(held, begin, end - begin, StandardCharsets.ISO_8859_1);
  }

  private void count(String name, boolean isMasked) {
    if (!isMasked) {
      files++;
      return;
    }
    masked++;
    if (shown.size() < SHOWN) {
      shown.add(Printable.of(name));
    }
  }

  private boolean isMasked(String path, boolean isLink) {
    int last = path.lastIndexOf('/');
    return last > 0 && isMaskedDirectory(path.substring(0, last)) || rules.mask(path, isLink);
  }

  /** Checks the parents from the top of the project down, each directory once. */
  private boolean isMaskedDirectory(String path) {
    Boolean known = directories.get(path);
    if (known != null) {
      return known;
    }
    boolean isMasked = false;
    for (int slash = path.indexOf('/');
        !isMasked && slash > 0;
        slash = path.indexOf('/', slash + 1)) {
      String parent = path.substring(0, slash);
      Boolean before = directories.get(parent);
      isMasked = before == null ? isMaskedDirectory(parent, rules.mask(parent, true)) : before;
    }
    return isMaskedDirectory(path, isMasked || rules.mask(path, true));
  }

  /** Remembers the answer for a directory, and returns it. */
  private boolean isMaskedDirectory(String path, boolean isMasked) {
    characters += path.length();
    if (directories.size() > MOST_DIRECTORIES || characters > MOST_CHARACTERS) {
      directories.clear();
      characters = path.length();
    }
    directories.put(path, isMasked);
    return isMasked;
  }

  /** Returns the number of names that are not masked. */
  synchronized long files() {
    return files;
  }

  /** Returns the masked names. */
  synchronized Mirrors.Names masked() {
    return new Mirrors.Names(List.copyOf(shown), masked - shown.size());
  }

  /** Returns the patterns that masked no name. */
  synchronized List<String> idle() {
    return rules.idle();
  }
}
