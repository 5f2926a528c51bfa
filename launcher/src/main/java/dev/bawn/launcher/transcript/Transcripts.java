package dev.bawn.launcher.transcript;

import dev.bawn.contract.tool.HomePath;
import dev.bawn.contract.tool.ToolTranscript;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What a tool wrote down in one home that it used. */
public final class Transcripts {

  private static final long NANOS = 1_000_000_000L;

  private final Collection<Usage> usages;
  private final boolean isComplete;

  private Transcripts(Collection<Usage> usages, boolean isComplete) {
    this.usages = usages;
    this.isComplete = isComplete;
  }

  /**
   * Reads them.
   *
   * @param home of sessions
   * @param since what was written before is left out
   */
  public static Transcripts of(Path home, ToolTranscript transcript, Instant since) {
    try (OpenDirectory top = OpenDirectory.at(home)) {
      TranscriptFiles files = files(top, transcript, since);
      TranscriptFormat format = TranscriptFormat.of(transcript.kind());
      TranscriptLines lines = new TranscriptLines(format);
      boolean isReadable = true;
      for (TranscriptFiles.Found each : files.newest()) {
        isReadable &= read(top, each, lines);
      }
      return new Transcripts(
          format.usages(), files.isComplete() && lines.isComplete() && isReadable);
    } catch (IOException e) {
      return new Transcripts(List.of(), false);
    }
  }

  /**
   * When a tool last wrote one, by the time that no session can set back; nothing where it has
   * written none.
   *
   * @param home of sessions
   * @param since what was written before does not count
   */
  public static Optional<Instant> last(Path home, ToolTranscript transcript, Instant since) {
    try (OpenDirectory top = OpenDirectory.at(home)) {
      return files(top, transcript, since).newest().stream()
          .findFirst()
          .map(each -> Instant.ofEpochSecond(0, each.changed()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static TranscriptFiles files(
      OpenDirectory home, ToolTranscript transcript, Instant since) {
    TranscriptFiles files =
        new TranscriptFiles(home, since.getEpochSecond() * NANOS + since.getNano());
    for (HomePath directory : transcript.directories()) {
      files.search(directory);
    }
    return files;
  }

  private static boolean read(
      OpenDirectory top, TranscriptFiles.Found found, TranscriptLines lines) {
    try (OpenDirectory directory = top.beneath(found.directory());
        OpenFile file = directory.file(found.name())) {
      lines.read(file);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** What was used from one time to another; nothing where nothing says so. */
  public Optional<TokenCount> between(Instant from, Instant to) {
    return usages.stream()
        .filter(each -> !each.time().isBefore(from) && !each.time().isAfter(to))
        .map(Usage::tokens)
        .reduce(TokenCount::plus)
        .map(sum -> sum.and(isComplete));
  }
}
