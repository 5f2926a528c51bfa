package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files and directories of other users and groups.
 *
 * @param all the holdings by owner, the largest first
 * @param cover a few prefixes that contain all of them
 */
public record Holdings(List<Holding> all, List<RawPath> cover) {

  public Holdings {
    all = List.copyOf(all);
    cover = List.copyOf(cover);
  }

  /** The number of all entries. */
  public long count() {
    return all.stream().mapToLong(each -> each.directories() + each.files()).sum();
  }

  /** Counts entries one by one. */
  static final class Counted {

    private final Map<Owner, Tally> tallies = new LinkedHashMap<>();
    private final Cover cover = new Cover();

    /** An owner and a group. */
    private record Owner(long uid, long gid) {}

    /** The counts of one owner. */
    private static final class Tally {
      private long directories;
      private long files;
      private final FirstPaths.Counted topDirectories = new FirstPaths.Counted();
      private final FirstPaths.Counted topFiles = new FirstPaths.Counted();
    }

    /** Counts an entry whose parent directory belongs to the session's user. */
    void addTopmost(RawPath path, FileStatus status) {
      boolean isDirectory = status.is(FileKind.DIRECTORY);
      Tally tally = count(status);
      (isDirectory ? tally.topDirectories : tally.topFiles).add(path);
      cover.add(path);
    }

    /** Counts an entry in a directory of another user. */
    void add(FileStatus status) {
      count(status);
    }

    private Tally count(FileStatus status) {
      Owner owner = new Owner(status.owner(), status.group());
      Tally tally = tallies.computeIfAbsent(owner, any -> new Tally());
      if (status.is(FileKind.DIRECTORY)) {
        tally.directories++;
      } else {
        tally.files++;
      }
      return tally;
    }

    Holdings holdings() {
      List<Holding> all = new ArrayList<>();
      tallies.forEach((owner, tally) ->
          all.add(
              new Holding(
                  owner.uid,
                  owner.gid,
                  tally.directories,
                  tally.files,
                  tally.topDirectories.paths(),
                  tally.topFiles.paths())));
      all.sort(Comparator.comparingLong(each -> -each.directories() - each.files()));
      return new Holdings(all, cover.paths());
    }
  }
}
