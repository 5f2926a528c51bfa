package dev.bawn.launcher.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.launcher.merge.KilledStaging.Killed;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.review.HashedContent;
import dev.bawn.launcher.review.RawPath;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A merge is rolled back after kills at any rename, with edits of others at any moment. */
@Tag("slow")
class FileRollbackTest {

  private static final SessionName SESSION = SessionName.of("work");
  private static final int NEVER = 99;
  private static final int RENAMES = 6;
  private static final Map<String, String> BEFORE = Map.of("changed", "1\n", "removed", "r\n");

  @TempDir Path directory;
  private Path project;
  private MergeDirectory merge;
  private List<MergeStep> steps;
  private String edited;
  private boolean isInPlace;
  private List<String> edits;

  private static Version file(String content) {
    return Version.file(0_644, HashedContent.hash(content.getBytes(StandardCharsets.UTF_8)));
  }

  private static MergeStep step(int number, String path, Version before, Version after) {
    return new MergeStep(number, new RawPath(path), before, after, after, false, Optional.empty());
  }

  private void begin(String place) throws IOException {
    project = Files.createDirectories(directory.resolve(place).resolve("project"));
    merge = new MergeDirectory(directory.resolve(place).resolve("merges/1"));
    merge.make(project);
    edits = new ArrayList<>();
    for (Map.Entry<String, String> each : BEFORE.entrySet()) {
      Files.writeString(project.resolve(each.getKey()), each.getValue());
    }
    steps =
        List.of(
            step(1, "changed", file("1\n"), file("2\n")),
            step(2, "removed", file("r\n"), Version.NONE),
            step(3, "created", Version.NONE, file("n\n")));
    try (Staging staging = Staging.in(project, SESSION)) {
      staging.make();
      stage(staging, 0, "2\n");
      stage(staging, 2, "n\n");
    }
  }

  private void stage(Staging staging, int step, String content) throws IOException {
    staging.put(
        steps.get(step),
        (to, name) -> {
          byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
          to.create(name, new ByteArrayInputStream(bytes), 0_644);
          return new Staging.Put(file(content), Optional.empty());
        });
  }

  /** Others add a line to the file that the project has now. */
  private void edit() throws IOException {
    Path file = project.resolve(edited);
    String now = Files.exists(file) ? Files.readString(file) : "";
    edits.add(now + "edit" + edits.size() + "\n");
    if (isInPlace) {
      Files.writeString(file, edits.getLast());
    } else {
      Path next = Files.writeString(directory.resolve("next"), edits.getLast());
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private void carryOut(int last, int editAt) throws IOException {
    try (Staging staging =
        new KilledStaging(project, SESSION, last, at -> at == editAt, this::edit)) {
      new JournalExecution(staging, steps, merge).carryOut();
    } catch (ChangedMeanwhile | Killed e) {
      return; // the rollback follows
    }
  }

  /** Empty if the rollback was killed. */
  private Optional<LeftPaths> rollback(int last, int editAt) throws IOException {
    try (Staging staging =
        new KilledStaging(project, SESSION, last, at -> at == editAt, this::edit)) {
      JournalExecution execution = new JournalExecution(staging, steps, merge);
      List<RawPath> left = execution.takeBack();
      execution.keep();
      staging.remove();
      return Optional.of(LeftPaths.of(left, merge, steps, staging));
    } catch (Killed e) {
      return Optional.empty();
    }
  }

  private Map<String, String> tree() throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> files = Files.list(project)) {
      for (Path each : files.toList()) {
        tree.put(each.getFileName().toString(), Files.readString(each));
      }
    }
    return tree;
  }

  private void check(LeftPaths left, String scene) throws IOException {
    Map<String, String> expected = new TreeMap<>(BEFORE);
    if (!edits.isEmpty()) {
      expected.put(edited, edits.getLast());
    }
    assertEquals(expected, tree(), scene);
    List<String> present = new ArrayList<>(tree().values());
    for (String each : left.versions()) {
      present.add(Files.readString(Path.of(each.substring(each.indexOf(" in ") + 4))));
    }
    for (String each : edits) {
      assertTrue(present.stream().anyMatch(it -> it.startsWith(each)), scene + ": " + each + left);
    }
  }

  /**
   * @param merged the number of renames before the merge is killed
   * @param back the same of the first rollback
   * @param editAt the numbers of the renames of both at which others edit the file
   */
  private void scene(int merged, int back, int[] editAt, boolean editBetween, boolean editAfter)
      throws IOException {
    String scene =
        "%s %s %d %d %s %s %s"
            .formatted(
                edited, isInPlace, merged, back, Arrays.toString(editAt), editBetween, editAfter);
    begin(scene);
    carryOut(merged, editAt[0]);
    if (editBetween) {
      edit();
    }
    Optional<LeftPaths> left = rollback(back, editAt[1]);
    if (left.isEmpty()) {
      if (editAfter) {
        edit();
      }
      left = rollback(NEVER, 0);
    }
    check(left.orElseThrow(), scene);
  }

  private void twoKills(String file) throws IOException {
    edited = file;
    for (boolean inPlace : List.of(true, false)) {
      isInPlace = inPlace;
      for (int merged = 0; merged <= 3; merged++) {
        for (int back = 0; back <= RENAMES; back++) {
          for (int after = 0; after < 4; after++) {
            boolean isBetween = (after & 1) != 0;
            boolean isAfter = (after & 2) != 0;
            scene(merged, back, new int[] {0, 0}, isBetween, isAfter);
            scene(merged, back, new int[] {merged, 0}, isBetween, isAfter);
            scene(merged, back, new int[] {0, back}, isBetween, isAfter);
          }
          scene(merged, NEVER, new int[] {0, back}, false, false);
        }
      }
    }
  }

  @Test
  void the_newest_version_of_a_replaced_file_stays_after_two_kills() throws IOException {
    twoKills("changed");
  }

  @Test
  void the_newest_version_of_a_removed_file_stays_after_two_kills() throws IOException {
    twoKills("removed");
  }

  @Test
  void the_newest_version_of_a_created_file_stays_after_two_kills() throws IOException {
    twoKills("created");
  }

  @Test
  void a_program_that_writes_a_file_again_and_again_keeps_its_newest_version() throws IOException {
    edited = "changed";
    for (int last = 1; last < RENAMES; last++) {
      int end = last;
      begin("edited when merged up to " + last);
      try (Staging staging =
          new KilledStaging(project, SESSION, NEVER, at -> at <= end, this::edit)) {
        JournalExecution execution = new JournalExecution(staging, steps, merge);
        assertThrows(ChangedMeanwhile.class, execution::carryOut);
      }
      check(rollback(NEVER, 0).orElseThrow(), "edits of the merge at renames up to " + last);
      begin("edited when rolled back up to " + last);
      carryOut(1, 0);
      try (Staging staging =
          new KilledStaging(project, SESSION, NEVER, at -> at > 1 && at <= end + 1, this::edit)) {
        new JournalExecution(staging, steps, merge).takeBack();
      }
      assertFalse(edits.isEmpty());
      check(rollback(NEVER, 0).orElseThrow(), "edits of the rollback at renames up to " + last);
    }
  }
}
