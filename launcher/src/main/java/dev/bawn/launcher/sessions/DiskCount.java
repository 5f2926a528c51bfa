package dev.bawn.launcher.sessions;

import dev.bawn.contract.cli.Count;
import dev.bawn.contract.failure.Failed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The disk space of some directories, counted for at most two seconds.
 *
 * @param bytes of all blocks; a file with several names counts once
 * @param files the number of files, without directories
 * @param isComplete whether all of them were counted
 */
public record DiskCount(long bytes, long files, boolean isComplete) {

  private static final String SECONDS = "2";
  private static final int BLOCK = 512;

  /** The fields of a line: type, blocks, device and inode. */
  private static final int FIELDS = 3;

  /**
   * Counts the files.
   *
   * @param left a directory that is left out
   * @throws Failed if find(1) cannot be run
   */
  public static DiskCount of(List<Path> directories, Path left) {
    if (directories.isEmpty()) {
      return new DiskCount(0, 0, true);
    }
    List<String> words = new ArrayList<>(List.of("/usr/bin/timeout", SECONDS, "/usr/bin/find"));
    directories.forEach(each -> words.add(each.toString()));
    words.addAll(List.of("-path", left.toString(), "-prune", "-o", "-printf", "%y %b %D:%i\\n"));
    try {
      Process find =
          new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      find.getOutputStream().close();
      DiskCount counted = read(find);
      return new DiskCount(counted.bytes(), counted.files(), find.waitFor() == 0);
    } catch (IOException e) {
      throw Failed.of(e);
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }

  private static DiskCount read(Process find) throws IOException {
    long bytes = 0;
    Set<String> files = new HashSet<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(find.getInputStream(), StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = line.split(" ");
        boolean isDirectory = line.startsWith("d");
        if (fields.length == FIELDS && (isDirectory || files.add(fields[2]))) {
          bytes += Long.parseLong(fields[1]) * BLOCK;
        }
      }
    }
    return new DiskCount(bytes, files.size(), false);
  }

  /** The count as text for messages. */
  @Override
  public String toString() {
    return (isComplete ? "" : "at least ") + Count.bytes(bytes) + " in " + Count.of(files, "file");
  }
}
