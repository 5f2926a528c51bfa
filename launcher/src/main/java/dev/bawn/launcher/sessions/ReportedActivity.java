package dev.bawn.launcher.sessions;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.bawn.contract.tool.Activity;
import dev.bawn.contract.tool.ToolReport;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Reads the activity that a tool reports in the home of its session. The session can write anything
 * there: no link is followed, no read waits, and little is read.
 */
final class ReportedActivity {

  /** The largest file, in bytes: Claude Code writes about 500. */
  private static final int LARGEST_FILE = 64 << 10;

  /** The largest directory in bytes, as its file system counts them; a larger one is not listed. */
  private static final long LARGEST_DIRECTORY = 64 << 10;

  /** The most files that are read. */
  private static final int MOST_FILES = 200;

  private static final long NANOS = 1_000_000_000L;
  private static final JsonFactory JSON = new JsonFactory();

  private ReportedActivity() {}

  /**
   * The activity in the file that was written last.
   *
   * @param home of the session
   * @param since the start of the session: an earlier session wrote an older file
   */
  static Optional<Activity> of(Path home, ToolReport report, Instant since) {
    try (OpenDirectory top = OpenDirectory.at(home);
        OpenDirectory directory = top.beneath(report.directory().text())) {
      if (directory.status().size() > LARGEST_DIRECTORY) {
        return Optional.empty();
      }
      long newest = since.getEpochSecond() * NANOS + since.getNano();
      Optional<RawName> last = Optional.empty();
      for (RawName name : directory.names().stream().limit(MOST_FILES).toList()) {
        long changed = directory.look(name).map(each -> each.changed()).orElse(0L);
        if (changed >= newest) {
          newest = changed;
          last = Optional.of(name);
        }
      }
      return last.isPresent() ? read(directory, last.get(), report) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<Activity> read(OpenDirectory directory, RawName name, ToolReport report)
      throws IOException {
    try (OpenFile file = directory.file(name)) {
      Optional<byte[]> content = file.content(LARGEST_FILE);
      return content.isPresent()
          ? value(content.get(), report.field()).flatMap(report::meaning)
          : Optional.empty();
    }
  }

  private static Optional<String> value(byte[] content, String field) throws IOException {
    try (JsonParser json = JSON.createParser(content)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean isWanted = json.currentName().equals(field);
        if (json.nextToken() == JsonToken.VALUE_STRING && isWanted) {
          return Optional.of(json.getText());
        }
        json.skipChildren();
      }
      return Optional.empty();
    }
  }
}
