package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.OpenFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A content that is known by its SHA-256.
 *
 * @param copy a file that may have that content; it is used only if its hash matches
 * @param other another source of the content; it is used only if its hash matches
 */
public record HashedContent(String hash, Optional<Path> copy, Optional<BaseContent> other)
    implements BaseContent {

  @Override
  public Optional<Boolean> isThatOf(OpenFile file) throws IOException {
    boolean isAlike = !isCopied() || Files.size(copy.get()) == file.status().size();
    return Optional.of(isAlike && hash.equals(file.digest(digest())));
  }

  @Override
  public Optional<Boolean> isLinkTo(byte[] target) {
    return Optional.of(hash.equals(hash(target)));
  }

  @Override
  public Optional<byte[]> bytes(int most) throws IOException {
    Optional<byte[]> copied = copied(most);
    return copied.isPresent() || other.isEmpty()
        ? copied
        : other.get().bytes(most).filter(bytes -> hash.equals(hash(bytes)));
  }

  /** Tells whether the copy is there. */
  boolean isCopied() {
    return copy.filter(Files::isRegularFile).isPresent();
  }

  private Optional<byte[]> copied(int most) throws IOException {
    if (!isCopied() || Files.size(copy.get()) > most) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(copy.get())) {
      byte[] content = in.readNBytes(most);
      return Optional.of(content).filter(bytes -> hash.equals(hash(bytes)));
    }
  }

  /** The SHA-256 of a content, in hexadecimal digits. */
  public static String hash(byte[] content) {
    return HexFormat.of().formatHex(digest().digest(content));
  }

  /** A new SHA-256 digest. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      // every Java has it: see the documentation of MessageDigest
      throw new IllegalStateException(e);
    }
  }
}
