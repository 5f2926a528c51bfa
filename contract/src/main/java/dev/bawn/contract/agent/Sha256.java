package dev.bawn.contract.agent;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.bouncycastle.crypto.digests.SHA256Digest;

/**
 * A SHA-256 digest (FIPS 180-4).
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record Sha256(String hex) {

  private static final int CHUNK = 1 << 16;
  private static final int DIGITS = 64;

  /**
   * @throws IllegalArgumentException if it is not 64 hexadecimal digits
   */
  public Sha256 {
    if (hex.length() != DIGITS) {
      throw new IllegalArgumentException("no SHA-256");
    }
    for (int i = 0; i < DIGITS; i++) { // a regular expression takes ten times as long in a new JVM
      char c = hex.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        throw new IllegalArgumentException("no SHA-256");
      }
    }
  }

  /**
   * The digest of these bytes, with BouncyCastle: the JDK's implementation costs a launch 20 ms to
   * start.
   */
  public static Sha256 of(byte[] bytes) {
    SHA256Digest digest = new SHA256Digest();
    digest.update(bytes, 0, bytes.length);
    return finished(digest);
  }

  /** The digest of a whole stream. */
  public static Sha256 of(InputStream in) throws IOException {
    SHA256Digest digest = new SHA256Digest();
    byte[] chunk = new byte[CHUNK];
    for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
      digest.update(chunk, 0, n);
    }
    return finished(digest);
  }

  /** Digests all bytes that pass to another stream. */
  public static final class Passing extends FilterOutputStream {

    private final SHA256Digest digest = new SHA256Digest();

    /**
     * @param to gets the same bytes
     */
    public Passing(OutputStream to) {
      super(to);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      digest.update(bytes, offset, count);
      out.write(bytes, offset, count);
    }

    /** The digest of all bytes that passed; may be called once. */
    public Sha256 sum() {
      return finished(digest);
    }
  }

  private static Sha256 finished(SHA256Digest digest) {
    byte[] out = new byte[digest.getDigestSize()];
    digest.doFinal(out, 0);
    return new Sha256(HexFormat.of().formatHex(out));
  }

  /** The digest of a text's UTF-8 bytes. */
  public static Sha256 ofText(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return hex;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sha256 that && hex.equals(that.hex);
  }

  @Override
  public int hashCode() {
    return hex.hashCode();
  }
}
