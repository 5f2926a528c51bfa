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

/** The records of a tool in one home. */
public final class Transcripts {

  private static final long NANOS = 1_000_000_000L;

  private final Collection<Usage> usages;
  private final boolean isComplete;

  Transcripts(Collection<Usage> usages, boolean isComplete) {
    this.usages = usages;
    this.isComplete = isComplete;
  }

  /**
   * Reads the records.
   *
   * @param home of sessions
   * @param since earlier records are left out
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
   * The time of the last record, from the change time of its file, which no session can set; empty
   * if there is none.
   *
   * @param home of sessions
   * @param since earlier records do not count
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

  /** The tokens between two times; empty if there are no records. */
  public Optional<TokenCount> between(Instant from, Instant to) {
    return usages.stream()
        .filter(each -> !each.time().isBefore(from) && !each.time().isAfter(to))
        .map(Usage::tokens)
        .reduce(TokenCount::plus)
        .map(sum -> sum.and(isComplete));
  }
}
