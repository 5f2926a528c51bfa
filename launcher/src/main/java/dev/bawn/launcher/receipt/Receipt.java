package dev.bawn.launcher.receipt;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.seal.PublicKey;
import dev.bawn.contract.seal.Seal;
import dev.bawn.contract.signing.SecretKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A signed statement about a session. Its file begins with the four lines of a minisign signature;
 * all that follows is the statement, a JSON object, byte for byte as it was signed.
 */
public final class Receipt {

  private static final String WRITE_ONE = "write one: bawn receipt SESSION >FILE";

  private static final int LARGEST = 4 << 20;
  private static final int SIGNATURE_LINES = 4;

  /**
   * The comment of a receipt's signature: a signature of the same key for another purpose is no
   * receipt.
   */
  private static final String COMMENT = "bawn receipt 1";

  private static final JsonFactory JSON = new JsonFactory();

  private final Seal seal;
  private final byte[] statement;

  private Receipt(Seal seal, byte[] statement) {
    this.seal = seal;
    this.statement = statement;
  }

  /** Signs a statement. */
  static Receipt sign(String statement, SecretKey key) {
    byte[] bytes = statement.getBytes(StandardCharsets.UTF_8);
    return new Receipt(key.seal(bytes, COMMENT), bytes);
  }

  /** The bytes of its file. */
  public byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(seal.write());
    bytes.writeBytes(statement);
    return bytes.toByteArray();
  }

  /**
   * Reads the file of a receipt. Only {@link #verified} verifies its signature.
   *
   * @param name of the file, for messages
   * @throws Refused if it is no receipt
   */
  public static Receipt read(String name, InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(LARGEST + 1);
    if (bytes.length > LARGEST) {
      throw new Refused(name + " is larger than 4 MiB", WRITE_ONE);
    }
    int end = 0;
    for (int lines = 0; lines < SIGNATURE_LINES; lines++) {
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      if (end == bytes.length) {
        throw new Refused(name + " is not a receipt: it has no signature", WRITE_ONE);
      }
      end++;
    }
    return new Receipt(
        Seal.read(name + " is not a receipt", WRITE_ONE, Arrays.copyOf(bytes, end)),
        Arrays.copyOfRange(bytes, end, bytes.length));
  }

  /**
   * Verifies the signature, and returns the statement.
   *
   * @param name of the file, for messages
   * @throws Refused if the signature is not valid, or a newer bawn wrote the statement
   */
  public Map<String, Object> verified(String name, PublicKey key) {
    if (!seal.keyId().equals(key.id())) {
      throw new Refused(
          name + " is signed with the key " + seal.keyId() + ", not with " + key.id(),
          "name the public key of the user who wrote it, their ~/.config/bawn/receipts.pub: --key FILE");
    }
    if (!seal.holds(key, statement)) {
      throw new Refused(
          "the signature of " + name + " is not valid: the receipt was changed or forged",
          "ask the user who wrote it for another copy");
    }
    if (!seal.trustedComment().equals(COMMENT)) {
      throw new Refused(
          name + " is signed as '" + Printable.whole(seal.trustedComment()) + "', not as a receipt",
          "if a newer bawn wrote it, update bawn");
    }
    try (JsonParser json = JSON.createParser(statement)) {
      if (json.nextToken() == JsonToken.START_OBJECT
          && value(json) instanceof Map<?, ?> fields
          && json.nextToken() == null) {
        Map<String, Object> named = new LinkedHashMap<>();
        fields.forEach((field, value) -> named.put((String) field, value));
        return named;
      }
    } catch (IOException e) {
      // refused below, as any other damage
    }
    throw new Refused(
        "the statement of " + name + " is not a JSON object",
        "ask the user who signed it for another copy");
  }

  /** Writes the statement as a field; only after {@link #verified}. */
  public void write(JsonGenerator to, String field) throws IOException {
    try (JsonParser json = JSON.createParser(statement)) {
      json.nextToken();
      to.writeFieldName(field);
      to.copyCurrentStructure(json);
    }
  }

  private static Object value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          String name = json.currentName();
          json.nextToken();
          fields.put(name, value(json));
        }
        yield fields;
      }
      case START_ARRAY -> {
        List<Object> items = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          items.add(value(json));
        }
        yield items;
      }
      default -> json.getText();
    };
  }
}
