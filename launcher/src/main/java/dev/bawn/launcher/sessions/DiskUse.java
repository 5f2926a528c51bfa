package dev.bawn.launcher.sessions;

import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.record.SessionPlaces;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
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
    if (directories.isEmpty()) {
      return new DiskUse(Map.of(), true);
    }
    // the kernel closes this directory of an overlay to all users
    String left = places.workspaces().resolve("*/work").toString();
    try {
      Process du =
          new ProcessBuilder("/usr/bin/du", "-0sB1", "--exclude=" + left, "--files0-from=-")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (OutputStream names = du.getOutputStream()) {
        for (Path directory : directories) {
          names.write((directory + "\0").getBytes(StandardCharsets.UTF_8));
        }
      }
      String told = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new DiskUse(read(told), du.waitFor() == 0);
    } catch (IOException e) {
      throw new Failed("du cannot be run: " + e.getMessage(), "install the package coreutils");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failed.interrupted();
    }
  }

  private static Map<Path, Long> read(String told) {
    Map<Path, Long> bytes = new HashMap<>();
    for (String line : told.split("\0")) {
      int tab = line.indexOf('\t');
      if (tab > 0) {
        bytes.put(Path.of(line.substring(tab + 1)), Long.parseLong(line.substring(0, tab)));
      }
    }
    return bytes;
  }

  /** The bytes of one directory; 0 if it could not be measured. */
  public long of(Path directory) {
    return bytes.getOrDefault(directory, 0L);
  }
}
