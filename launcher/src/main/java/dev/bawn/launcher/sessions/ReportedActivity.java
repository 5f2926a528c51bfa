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
 * Reads what a tool reports in the home of its session. The session can write anything there: no
 * link is followed, nothing waits, and little is read.
 */
final class ReportedActivity {

  /** In bytes: Claude Code writes about 500. */
  private static final int LARGEST_FILE = 64 << 10;

  /** In bytes, as a file system counts them: a directory that grew so large is not listed. */
  private static final long LARGEST_DIRECTORY = 64 << 10;

  /** Files that are looked at. */
  private static final int MOST_FILES = 200;

  private static final long NANOS = 1_000_000_000L;
  private static final JsonFactory JSON = new JsonFactory();

  private ReportedActivity() {}

  /**
   * What the file says that was written last.
   *
   * @param home of the session
   * @param since when the session began: an earlier session wrote an older file
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
