package dev.bawn.admin.tool;

import dev.bawn.admin.mirror.OwnerChild;
import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Space for a process that must not fill the disk: a tmpfs of a fixed size in a separate mount
 * namespace. Only children that are {@linkplain #within started within it} see it. It disappears
 * after it is closed and these children have ended. It also disappears when this process is killed:
 * the process that holds the namespace reads a pipe from here, and ends with it.
 */
final class BoundedSpace implements AutoCloseable {

  /**
   * In bytes: one and a half times the limit of a tool, for the files that npm downloads and
   * unpacks besides it.
   */
  private static final long MOST_BYTES = 3L << 30;

  /**
   * Twice the limit of a tool. An entry needs about a kilobyte of memory that the size does not
   * include.
   */
  private static final int MOST_FILES = 400_000;

  /**
   * The part of memory that the space may use, as a divisor; half is also the default of tmpfs.
   * Without free memory, the machine stops working.
   */
  private static final int PART_OF_MEMORY = 2;

  private static final String READY = "ready";

  /**
   * The shell code that mounts the space, prints "ready", and keeps its namespace until standard
   * input ends. Arguments: SIZE FILES PLACE OWNER.
   */
  private static final String HOLD =
      "mount -t tmpfs -o size=\"$1\",nr_inodes=\"$2\",mode=0711,nosuid,nodev bawn \"$3\""
          + " && install -d -m 0700 -o \"$4\" -g \"$4\" \"$3/home\" \"$3/tree\" \"$3/tmp\""
          + " && echo "
          + READY
          + " && exec cat";

  private final Path place;
  private final long bytes;
  private final Process holder;

  private BoundedSpace(Path place, long bytes, Process holder) {
    this.place = place;
    this.bytes = bytes;
    this.holder = holder;
  }

  /**
   * Creates the space.
   *
   * @param place an empty directory of root; only processes in the namespace see the files in it
   * @param owner the owner of the three directories in it
   * @throws Failed if it cannot be mounted
   */
  static BoundedSpace open(Path place, Uid owner) throws IOException {
    long bytes = Math.min(MOST_BYTES, memory() / PART_OF_MEMORY);
    Process holder =
        SystemProgram.named("unshare")
            .start(
                "--mount",
                "--propagation",
                "private",
                "--",
                "/bin/sh",
                "-c",
                HOLD,
                "sh",
                Long.toString(bytes),
                Integer.toString(MOST_FILES),
                place.toString(),
                owner.toString());
    BufferedReader said = holder.inputReader();
    String line = said.readLine();
    if (!READY.equals(line)) {
      holder.getOutputStream().close();
      throw new Failed(
          "cannot mount a tmpfs: " + Printable.of(String.valueOf(line)),
          "install the package as yourself, and adopt its directory: --from DIR");
    }
    return new BoundedSpace(place, bytes, holder);
  }

  /**
   * Returns the memory of the machine in bytes: the first line of proc_meminfo(5) contains it in
   * KiB.
   */
  private static long memory() throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(Path.of("/proc/meminfo"))) {
      return Long.parseLong(lines.readLine().replaceAll("[^0-9]", "")) << 10;
    }
  }

  /** Returns the same user in the namespace of the space. */
  OwnerChild within(OwnerChild user) {
    return user.inMountsOf(holder.pid());
  }

  /** Returns an empty home directory. */
  Path home() {
    return place.resolve("home");
  }

  /** Returns the directory of the files that are copied. */
  Path tree() {
    return place.resolve("tree");
  }

  /** Returns the directory of temporary files. */
  Path temporary() {
    return place.resolve("tmp");
  }

  /** Formats the size for messages. */
  String size() {
    return (bytes >> 20) + " MiB";
  }

  /** Removes the space. All processes in it have ended. */
  @Override
  public void close() throws IOException {
    holder.getOutputStream().close();
    try {
      holder.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
