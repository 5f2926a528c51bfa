package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.OpenFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A file whose content is a blob of git. The file in the work tree may differ from the blob by its
 * line ends, by git LFS or by another filter; the size in the index shows whether it does.
 *
 * @param size the file's size in the index; 0 if the index has none
 */
public record GitBlob(GitObjects objects, String id, long size) implements BaseContent {

  /** The largest blob that is read, in bytes. Larger ones are compared by their hash only. */
  private static final int LARGEST = 16 << 20;

  /** A file up to this size is hashed whatever the size of the blob is, in bytes. */
  private static final int SMALL = 1 << 16;

  private static final int SHA1_DIGITS = 40;
  private static final byte[] LFS =
      "version https://git-lfs.github.com/spec/v1\n".getBytes(StandardCharsets.US_ASCII);
  private static final String LFS_HASH = "\noid sha256:";
  private static final int SHA256_DIGITS = 64;
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  @Override
  public Optional<Boolean> isThatOf(OpenFile file) throws IOException {
    long length = file.status().size();
    // a sparse file can be of any size: to hash it would take hours
    boolean isAlike = length <= SMALL || length == size;
    if (isAlike && isHashOf(file)) {
      return Optional.of(true);
    }
    Optional<GitObjects.Found> found = objects.find(id, LARGEST);
    long inGit = found.map(GitObjects.Found::size).orElse(Math.min(length, LARGEST));
    if (!isAlike && length == inGit && isHashOf(file)) {
      return Optional.of(true);
    }
    Optional<byte[]> blob = found.flatMap(GitObjects.Found::bytes);
    if (blob.isEmpty() || isAsInGit(blob.get())) {
      return Optional.of(false);
    }
    if (isOfLfs(blob.get())) {
      file.rewind();
      return Optional.of(
          isOfLfs(blob.get(), length)
              && hashOfLfs(blob.get()).filter(file.digest(digest("SHA-256"))::equals).isPresent());
    }
    Optional<byte[]> content = converted(blob.get());
    if (content.isEmpty()) {
      return Optional.empty();
    }
    file.rewind();
    return Optional.of(
        file.content(LARGEST).filter(now -> Arrays.equals(now, content.get())).isPresent());
  }

  private boolean isHashOf(OpenFile file) throws IOException {
    return id.equals(idOf(file, id.length() != SHA1_DIGITS));
  }

  @Override
  public Optional<Boolean> isLinkTo(byte[] target) throws IOException {
    return objects.blob(id, LARGEST).map(led -> Arrays.equals(led, target));
  }

  @Override
  public Optional<byte[]> bytes(int most) throws IOException {
    Optional<byte[]> blob = objects.blob(id, most);
    if (blob.isEmpty() || isAsInGit(blob.get())) {
      return blob;
    }
    return isOfLfs(blob.get()) ? Optional.empty() : converted(blob.get());
  }

  private boolean isAsInGit(byte[] blob) {
    return size == 0 ? !isOfLfs(blob) : size == blob.length;
  }

  /** The blob with CRLF line ends, if it then has the size that the index names. */
  private Optional<byte[]> converted(byte[] blob) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream(blob.length + blob.length / 16);
    byte last = 0;
    for (byte each : blob) {
      if (each == '\n' && last != '\r') {
        lines.write('\r');
      }
      lines.write(each);
      last = each;
    }
    return lines.size() == size ? Optional.of(lines.toByteArray()) : Optional.empty();
  }

  private static boolean isOfLfs(byte[] blob) {
    return blob.length > LFS.length && Arrays.equals(blob, 0, LFS.length, LFS, 0, LFS.length);
  }

  /** Tells whether a pointer of git LFS names this size. */
  private static boolean isOfLfs(byte[] blob, long size) {
    return new String(blob, StandardCharsets.ISO_8859_1).contains("\nsize " + size + "\n");
  }

  /** The SHA-256 in a pointer of git LFS; empty if the blob is no pointer. */
  public static Optional<String> hashOfLfs(byte[] blob) {
    String text = new String(blob, StandardCharsets.ISO_8859_1);
    int at = text.indexOf(LFS_HASH);
    int from = at + LFS_HASH.length();
    return isOfLfs(blob) && at >= 0 && text.length() >= from + SHA256_DIGITS
        ? Optional.of(text.substring(from, from + SHA256_DIGITS))
            .filter(hash -> SHA256.matcher(hash).matches())
        : Optional.empty();
  }

  /** The ID of the blob that git would make of a file. */
  static String idOf(OpenFile file, boolean isSha256) throws IOException {
    MessageDigest digest = digest(isSha256 ? "SHA-256" : "SHA-1");
    digest.update(("blob " + file.status().size() + "\0").getBytes(StandardCharsets.US_ASCII));
    return file.digest(digest);
  }

  /**
   * Tells whether this blob keeps all bytes of a file: it has them, or it is a pointer of git LFS
   * to them. A blob with other line ends does not: nothing tells whether git would restore them.
   */
  public static boolean keeps(OpenFile file, String id) throws IOException {
    boolean isSha256 = id.length() != SHA1_DIGITS;
    if (id.equals(idOf(file, isSha256))) {
      return true;
    }
    file.rewind();
    return id.equals(pointer(file.digest(digest("SHA-256")), file.status().size(), isSha256));
  }

  /**
   * The IDs of the blobs that {@code git add} of a file may make: of the bytes as they are, with LF
   * as line end, or as a pointer of git LFS.
   */
  public static Set<String> madeOf(OpenFile file, boolean isSha256) throws IOException {
    Set<String> made = new HashSet<>();
    made.add(idOf(file, isSha256));
    file.rewind();
    made.add(pointer(file.digest(digest("SHA-256")), file.status().size(), isSha256));
    file.rewind();
    file.content(LARGEST).ifPresent(bytes -> made.add(idOf(unix(bytes), isSha256)));
    return made;
  }

  /** The same for bytes that are not from git LFS. */
  static Set<String> madeOf(byte[] content, boolean isSha256) {
    return new HashSet<>(List.of(idOf(content, isSha256), idOf(unix(content), isSha256)));
  }

  /** Tells whether a blob is the target of a link. */
  public static boolean isMadeOf(byte[] target, String id) {
    return id.equals(idOf(target, id.length() != SHA1_DIGITS));
  }

  /** The ID of a pointer of git LFS to a content. */
  public static String pointer(String hash, long size, boolean isSha256) {
    String text =
        new String(LFS, StandardCharsets.US_ASCII)
            + LFS_HASH.strip()
            + hash
            + "\nsize "
            + size
            + "\n";
    return idOf(text.getBytes(StandardCharsets.US_ASCII), isSha256);
  }

  private static byte[] unix(byte[] content) {
    return new String(content, StandardCharsets.ISO_8859_1)
        .replace("\r\n", "\n")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The ID of the blob with these bytes. */
  public static String idOf(byte[] content, boolean isSha256) {
    MessageDigest digest = digest(isSha256 ? "SHA-256" : "SHA-1");
    digest.update(("blob " + content.length + "\0").getBytes(StandardCharsets.US_ASCII));
    return HexFormat.of().formatHex(digest.digest(content));
  }

  private static MessageDigest digest(String name) {
    try {
      return MessageDigest.getInstance(name);
    } catch (NoSuchAlgorithmException e) {
      // every Java has both: see the documentation of MessageDigest
      throw new IllegalStateException(e);
    }
  }
}
