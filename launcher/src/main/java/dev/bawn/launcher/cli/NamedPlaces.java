package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.ShellWords;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.session.Share;
import dev.bawn.launcher.workspace.OwnPlaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Places of the machine that somebody names, for a session to see. */
final class NamedPlaces {

  private final List<String> hidden;
  private final OwnPlaces own;
  private final Path directory;
  private final Path callersHome;

  /**
   * @param hidden below the caller's home, what no session sees
   * @param own what bawn keeps for the caller, which no session sees either
   * @param directory where the caller is
   */
  NamedPlaces(List<String> hidden, OwnPlaces own, Path directory, Path callersHome) {
    this.hidden = hidden;
    this.own = own;
    this.directory = directory;
    this.callersHome = callersHome;
  }

  /** A path as it was typed, made absolute; links in it are left alone. */
  Path absolute(String word) {
    if (word.isEmpty()) {
      throw new WrongUsage("an empty word names no file and no directory", "give its path");
    }
    boolean belowHome = word.startsWith("~/");
    return (belowHome ? callersHome.resolve(word.substring(2)) : directory.resolve(word))
        .normalize();
  }

  /**
   * A home that is the caller's to fill.
   *
   * @param mend what to do where there is none
   */
  Path home(String word, String mend) {
    Path home = ordinary(real(word, mend));
    String shown = Printable.of(word);
    if (!Files.isDirectory(home)) {
      throw new Refused("'" + shown + "' is a file, and a home is a directory", "name a directory");
    }
    if (!Files.isReadable(home) || !Files.isWritable(home) || !Files.isExecutable(home)) {
      throw new Refused(
          "'" + shown + "' is no home for a session of yours: you may not use it all",
          "look at its mode: " + ShellWords.join(List.of("ls", "-ld", home.toString())));
    }
    return home;
  }

  /**
   * {@code HOST} or {@code HOST:INSIDE}.
   *
   * @param mend what to do where it is not there
   */
  Share share(String word, Share.Manner manner, String mend) {
    int colon = word.indexOf(':');
    String from = colon < 0 ? word : word.substring(0, colon);
    String at = colon < 0 ? absolute(word).toString() : word.substring(colon + 1);
    if (!at.startsWith("/")) {
      throw new WrongUsage(
          "'" + Printable.of(word) + "' says no absolute path inside", "HOST:/INSIDE");
    }
    Path real = ordinary(real(from, mend));
    if (manner == Share.Manner.DEVICE) {
      if (!real.startsWith("/dev/")) {
        throw new WrongUsage(
            "'" + Printable.of(word) + "' is no device", "for example: --dev /dev/dri");
      }
    } else {
      requireFiles(real);
    }
    return new Share(real, Path.of(at).normalize(), manner);
  }

  /** Processes, devices and sockets are more than what can be read of them. */
  private static void requireFiles(Path real) {
    if (real.startsWith("/proc")) {
      throw new Refused(
          "'"
              + Printable.of(real.toString())
              + "' is not shown: through it a session would reach your processes",
          "it has a /proc of its own");
    }
    if (real.equals(Path.of("/dev"))) {
      throw new Refused(
          "'/dev' is not shown: it is all devices", "name those that are needed: --dev /dev/dri");
    }
    boolean all =
        real.equals(Path.of("/run")) || real.startsWith("/run/user") && real.getNameCount() <= 3;
    if (all) {
      throw new Refused(
          "'"
              + Printable.of(real.toString())
              + "' is not shown: the sockets of everything that runs lie there",
          "name what is needed of it");
    }
  }

  /** What holds credentials, or is bawn's, is never shown, and neither is what lies above it. */
  private Path ordinary(Path path) {
    String shown = "'" + Printable.of(path.toString()) + "' is not shown: ";
    for (String each : hidden) {
      if (OwnPlaces.meet(callersHome.resolve(each), path)) {
        throw new Refused(
            shown + "~/" + each + " lies there",
            "name what is needed of it, or see hidden_paths: bawn config show");
      }
    }
    Optional<Path> kept = own.meeting(path);
    if (kept.isPresent()) {
      throw new Refused(
          shown + "bawn keeps what is yours in " + Printable.of(kept.get().toString()),
          "name what is needed of it, or copy that elsewhere");
    }
    return path;
  }

  private Path real(String word, String mend) {
    try {
      return absolute(word).toRealPath();
    } catch (IOException e) {
      throw new NotFound("there is no '" + Printable.of(word) + "'", mend);
    }
  }
}
