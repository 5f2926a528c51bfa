package dev.bawn.launcher.sessions;

import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.record.SessionPlaces;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The disk space of directories, as du(1) counts it.
 *
 * @param bytes of each directory
 * @param isComplete whether all of them could be read
 */
public record DiskUse(Map<Path, Long> bytes, boolean isComplete) {

  private static final String WORK = "work";

  public DiskUse {
    bytes = Map.copyOf(bytes);
  }

  /** The measured directories of a session: its workspace and its record, if they exist. */
  public static List<Path> directories(SessionPlaces places, String session) {
    return Stream.of(places.workspaces(), places.sessions())
        .map(each -> each.resolve(session))
        .filter(each -> each.toFile().isDirectory())
        .toList();
  }

  /**
   * Measures directories with one call.
   *
   * @throws Failed if du(1) cannot be run
   */
  public static DiskUse of(SessionPlaces places, List<Path> directories) {
    Map<Path, Path> parts = new LinkedHashMap<>();
    for (Path directory : directories) {
      parts(places, directory).forEach(part -> parts.put(part, directory));
    }
    if (parts.isEmpty()) {
      return new DiskUse(Map.of(), true);
    }
    try {
      Process du =
          new ProcessBuilder("/usr/bin/du", "-0sB1", "--files0-from=-")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (OutputStream names = du.getOutputStream()) {
        for (Path part : parts.keySet()) {
          names.write((part + "\0").getBytes(StandardCharsets.UTF_8));
        }
      }
      String told = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new DiskUse(read(told, parts), du.waitFor() == 0);
    } catch (IOException e) {
      throw Failed.of(e);
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }

  /**
   * Returns the measured parts of a directory. For a workspace, these are all but the working
   * directory of its overlay, which no user can read. An option of du(1) could exclude it, but du
   * then compares each suffix of each path: with a deep directory of a session, it would run for
   * hours.
   */
  private static List<Path> parts(SessionPlaces places, Path directory) {
    String[] names = directory.toFile().list();
    if (names == null || !places.workspaces().equals(directory.getParent())) {
      return List.of(directory);
    }
    return Stream.of(names).filter(name -> !name.equals(WORK)).map(directory::resolve).toList();
  }

  private static Map<Path, Long> read(String told, Map<Path, Path> parts) {
    Map<Path, Long> bytes = new HashMap<>();
    for (String line : told.split("\0")) {
      int tab = line.indexOf('\t');
      Path directory = tab > 0 ? parts.get(Path.of(line.substring(tab + 1))) : null;
      if (directory != null) {
        bytes.merge(directory, Long.parseLong(line.substring(0, tab)), Long::sum);
      }
    }
    return bytes;
  }

  /** The bytes of one directory; 0 if it could not be measured. */
  public long of(Path directory) {
    return bytes.getOrDefault(directory, 0L);
  }
}
