package dev.bawn.launcher.facts;

import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.mount.DeniedPath;
import dev.bawn.launcher.mount.MountGate;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.mount.Purpose;
import dev.bawn.launcher.plan.Share;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Files and directories of the host that options or settings name, to be mounted in a session. */
final class NamedMounts {

  /** The directories in which programs make sockets for others. */
  private static final Set<Path> SHARED = Set.of(Path.of("/run"), Path.of("/tmp"));

  private final MountGate gate;
  private final Path directory;
  private final Path callersHome;

  /**
   * @param gate decides which of them a session may get
   * @param directory of the caller
   */
  NamedMounts(MountGate gate, Path directory, Path callersHome) {
    this.gate = gate;
    this.directory = directory;
    this.callersHome = callersHome;
  }

  /** An absolute path from a typed one; links in it are not resolved. */
  Path absolute(String word) {
    if (word.isEmpty()) {
      throw new WrongUsage("argument is empty; expected a file or a directory", "give its path");
    }
    boolean belowHome = word.startsWith("~/");
    return (belowHome ? callersHome.resolve(word.substring(2)) : directory.resolve(word))
        .normalize();
  }

  /**
   * A home directory that the caller provides.
   *
   * @param hint the hint if it does not exist
   */
  MountSource home(String word, String hint) {
    MountSource source = source(word, Purpose.HOME, hint);
    Path home = source.path();
    String shown = Printable.of(word);
    requireDirectory(home, shown);
    if (!Files.isReadable(home) || !Files.isWritable(home) || !Files.isExecutable(home)) {
      throw new Refused(
          "'" + shown + "' cannot be a home: you need permission to read, write and enter it",
          "check its mode: " + ShellQuoting.join(List.of("ls", "-ld", home.toString())));
    }
    return source;
  }

  /**
   * A share from {@code HOST} or {@code HOST:INSIDE}.
   *
   * @param hint the hint if it does not exist
   */
  Share share(String word, Share.Manner manner, String hint) {
    int colon = word.indexOf(':');
    String from = colon < 0 ? word : word.substring(0, colon);
    String at = colon < 0 ? absolute(word).toString() : word.substring(colon + 1);
    if (!at.startsWith("/")) {
      throw new WrongUsage(
          "'" + Printable.of(word) + "' has no absolute path after the colon", "use HOST:/INSIDE");
    }
    MountSource source = source(from, purpose(manner), hint);
    Path real = source.path();
    if (manner == Share.Manner.DEVICE) {
      if (!real.startsWith("/dev/")) {
        throw new WrongUsage(
            "'" + Printable.of(word) + "' is not a device", "for example: --dev /dev/dri");
      }
    } else {
      requireFiles(real);
    }
    if (manner == Share.Manner.PROGRAMS) {
      requireDirectory(real, Printable.of(word));
    }
    return new Share(source, Path.of(at).normalize(), manner);
  }

  private static void requireDirectory(Path path, String shown) {
    if (!Files.isDirectory(path)) {
      throw new Refused("'" + shown + "' is a file; expected a directory", "name a directory");
    }
  }

  private static Purpose purpose(Share.Manner manner) {
    if (manner == Share.Manner.DEVICE) {
      return Purpose.DEVICE;
    }
    return manner == Share.Manner.WRITABLE ? Purpose.WRITABLE : Purpose.READ_ONLY;
  }

  /**
   * Requires ordinary files: with processes, devices and sockets a session could do more than read.
   */
  private static void requireFiles(Path real) {
    if (real.startsWith("/proc")) {
      throw new Refused(
          "'"
              + Printable.of(real)
              + "' is not shown: a session could reach your processes through it",
          "leave it out: a session has its own /proc");
    }
    if (real.equals(Path.of("/dev"))) {
      throw new Refused(
          "'/dev' is not shown: it contains every device", "name the device: --dev /dev/dri");
    }
    boolean all = SHARED.contains(real) || real.startsWith("/run/user") && real.getNameCount() <= 3;
    if (all) {
      throw new Refused(
          "'" + Printable.of(real) + "' is not shown: it contains the sockets of other programs",
          "name the part that the session needs");
    }
  }

  private MountSource source(String word, Purpose purpose, String hint) {
    Path path = absolute(word);
    try {
      return gate.named(path, purpose);
    } catch (IOException e) {
      throw DeniedPath.or(
          path, e, () -> new NotFound("'" + Printable.of(word) + "' does not exist", hint));
    }
  }
}
