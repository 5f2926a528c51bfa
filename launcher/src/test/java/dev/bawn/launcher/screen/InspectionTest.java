package dev.bawn.launcher.screen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.merge.Approval;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.ReviewedVersion;
import dev.bawn.launcher.patch.FileDiff;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Others;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The results of the thread that reads the changes. */
@Timeout(60)
class InspectionTest {

  private static final List<Reviewed> ALL =
      List.of(added("broken"), added("closed"), added("plain"));

  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

  private static Reviewed added(String path) {
    FileStatus status = new FileStatus(FileKind.FILE, 0_644, 1, 0, 0, 0, false, 1, 1, 1, false);
    return new Reviewed(
        new Change.Added(RawPath.of(path), status),
        Set.of(),
        Optional.empty(),
        Optional.empty(),
        Others.NOTHING,
        Optional.empty());
  }

  /** Fails to read two of three files. */
  private static final class Broken implements Source {

    @Override
    public List<Reviewed> changes() {
      return ALL;
    }

    @Override
    public Inspected inspect(Reviewed reviewed) throws IOException {
      return switch (reviewed.change().path().bytes()) {
        case "broken" -> throw new FileSystemException("broken", null, "Input/output error");
        case "closed" -> throw new AccessDeniedException("closed");
        default ->
            new Inspected(
                new FileDiff(List.of(), List.of(), "", "", false, Optional.empty()),
                ReviewedVersion.NOTHING,
                Optional.empty());
      };
    }

    @Override
    public Outcome trial() {
      return new Outcome(List.of(), List.of());
    }

    @Override
    public Outcome trial(Map<RawPath, Approval> approvals) {
      return trial();
    }

    @Override
    public boolean isOutdated() {
      return false;
    }

    @Override
    public boolean runs() {
      return false;
    }
  }

  private final class Telling implements Inspection.Told {

    @Override
    public void read(Reviewed of, ReviewedVersion seen, View view) {
      told.add("read " + of.change().path());
    }

    @Override
    public void unreadable(Reviewed of, String why) {
      told.add(of.change().path() + ": " + why);
    }

    @Override
    public void disturbed() {
      told.add("disturbed");
    }

    @Override
    public void listed(List<Reviewed> changes) {
      told.add("listed");
    }

    @Override
    public void tried(Outcome outcome) {
      told.add("tried");
    }
  }

  @Test
  void a_file_that_cannot_be_read_is_told_with_the_reason_and_all_others_are_read()
      throws InterruptedException {
    try (Inspection inspection = new Inspection(new Broken(), new Telling(), Runnable::run)) {
      ALL.forEach(inspection::readLater);
      inspection.tryLater();
      inspection.begin();
      for (String each :
          List.of(
              "broken: Input/output error", "closed: permission denied", "read plain", "tried")) {
        assertEquals(each, told.take());
      }
    }
    assertEquals(0, told.size());
  }
}
