package dev.bawn.launcher.linux;

import com.sun.jna.Memory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The extended attributes of an open file or directory. A file system without attributes has and
 * keeps none.
 *
 * @param descriptor of the file
 * @param buffer for the values
 */
record ExtendedAttributes(int descriptor, Memory buffer) {

  private static final byte[] ACCESS_LIST = ended("system.posix_acl_access");
  private static final byte[] DEFAULT_LIST = ended("system.posix_acl_default");
  private static final String USER = "user.";
  private static final String OVERLAY = "user.overlay.";
  private static final int OWNER_WRITES = 0_600;
  private static final int GROUP = 0_070;
  private static final int OTHERS = 0_007;

  /** All attributes of the file, of a group. */
  FileAttributes all(long group) throws IOException {
    return new FileAttributes(group, accessList(), list(DEFAULT_LIST), ofUser());
  }

  Optional<byte[]> accessList() throws IOException {
    return list(ACCESS_LIST);
  }

  private Optional<byte[]> list(byte[] name) throws IOException {
    Optional<byte[]> list = value(name);
    if (list.isEmpty() && !FileCalls.wasWithoutAttribute()) {
      throw FileCalls.failure(descriptor);
    }
    return list;
  }

  private Optional<byte[]> value(byte[] name) {
    long length = FileCalls.fgetxattr(descriptor, name, buffer, buffer.size());
    return length < 0 ? Optional.empty() : Optional.of(buffer.getByteArray(0, (int) length));
  }

  /** The attributes of the class {@code user}; empty if they may not be read. */
  SortedMap<String, byte[]> ofUser() {
    SortedMap<String, byte[]> all = new TreeMap<>();
    long length = FileCalls.flistxattr(descriptor, buffer, buffer.size());
    if (length <= 0) {
      return all;
    }
    String names = new String(buffer.getByteArray(0, (int) length), StandardCharsets.ISO_8859_1);
    for (String name : names.split("\0")) {
      if (name.startsWith(USER) && !name.startsWith(OVERLAY)) {
        value(ended(name)).ifPresent(value -> all.put(name, value));
      }
    }
    return all;
  }

  private static byte[] ended(String name) {
    return (name + "\0").getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * Gives the file the attributes of another file, and a mode, whose group bits are the mask of an
   * access control list. It keeps its group if the caller may not set the other one; that group
   * then gets the permissions of all others.
   *
   * @param group its present gid
   */
  void take(FileAttributes attributes, long group, int mode) throws IOException {
    boolean isOfAnotherGroup =
        attributes.group() != group
            && FileCalls.fchown(descriptor, FileCalls.SAME, (int) attributes.group()) != 0;
    if (!attributes.ofUser().isEmpty()) {
      FileCalls.fchmod(descriptor, OWNER_WRITES); // xattr(7) requires that
    }
    for (Map.Entry<String, byte[]> each : attributes.ofUser().entrySet()) {
      set(ended(each.getKey()), each.getValue());
    }
    setOrRemove(ACCESS_LIST, attributes.accessList());
    setOrRemove(DEFAULT_LIST, attributes.defaultList());
    int given = isOfAnotherGroup ? mode & ~GROUP | (mode & OTHERS) << 3 : mode;
    if (FileCalls.fchmod(descriptor, given) != 0) {
      throw FileCalls.failure(descriptor);
    }
  }

  private void setOrRemove(byte[] name, Optional<byte[]> list) throws IOException {
    if (list.isPresent()) {
      set(name, list.get());
    } else {
      require(FileCalls.fremovexattr(descriptor, name));
    }
  }

  private void set(byte[] name, byte[] value) throws IOException {
    require(FileCalls.fsetxattr(descriptor, name, value, value.length, 0));
  }

  private void require(int done) throws IOException {
    if (done != 0 && !FileCalls.wasWithoutAttribute()) {
      throw FileCalls.failure(descriptor);
    }
  }
}
