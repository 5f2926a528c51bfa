package dev.bawn.contract.trust;

import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProgramList;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.layout.FileDigest;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The part of V7 about a session's {@code /usr/bin}: its directory has the entries of the signed
 * list and nothing else, and the program of each allowed command is the signed one.
 */
final class ProgramsCheck {

  private static final int TYPE = 0170000;
  private static final int REGULAR_FILE = 0100000;
  private static final int WRITABLE_BY_OTHERS = 0022;

  private final SystemLayout layout;
  private final RootOwned rootOwned;
  private final Manifest manifest;

  ProgramsCheck(SystemLayout layout, RootOwned rootOwned, Manifest manifest) {
    this.layout = layout;
    this.rootOwned = rootOwned;
    this.manifest = manifest;
  }

  /**
   * Verifies the directory, after V6 has verified the list itself.
   *
   * @throws BrokenLink if it differs
   */
  void check(SealedFiles files, Depth depth) throws IOException {
    Sha256 id = manifest.files().get(ProgramList.FILE);
    if (id == null) {
      requireNoneNeeded();
      return;
    }
    ProgramList list = read(files);
    requireSealed(list);
    Path directory = layout.programs(id);
    rootOwned
        .problem(directory)
        .ifPresent(problem -> {
          throw broken(
              "its programs cannot be trusted: " + problem.sentence(),
              problem.rule(),
              problem.found());
        });
    requireOnly(list, directory);
    for (ProgramList.Entry entry : list.entries()) {
      if (entry instanceof ProgramList.Copy copy) {
        requireCopy(copy, directory.resolve(copy.name()));
        if (depth == Depth.WHOLE) {
          requireSameBytes(copy, directory.resolve(copy.name()));
        }
      } else if (entry instanceof ProgramList.Link link) {
        requireLink(link, directory.resolve(link.name()));
      }
    }
  }

  private void requireNoneNeeded() {
    for (AllowedCommand command : manifest.commands()) {
      if (ProgramList.takes(command.target())) {
        throw broken("root did not sign the list of its programs", ProgramList.FILE, "nothing");
      }
    }
  }

  private ProgramList read(SealedFiles files) throws IOException {
    try {
      return ProgramList.read(files.content(ProgramList.FILE).bytes());
    } catch (Refused e) {
      throw broken(e.what(), "a list of programs", "something else");
    }
  }

  private void requireSealed(ProgramList list) {
    Map<String, Sha256> copies = new HashMap<>();
    for (ProgramList.Entry entry : list.entries()) {
      if (entry instanceof ProgramList.Copy copy) {
        copies.put(ProgramList.SHOWN_AT + "/" + copy.name(), copy.sha256());
      }
    }
    for (AllowedCommand command : manifest.commands()) {
      if (ProgramList.takes(command.target())) {
        requireListed(command, copies.get(command.target()));
      }
    }
  }

  private void requireListed(AllowedCommand command, Sha256 listed) {
    if (listed == null) {
      throw broken(
          "the program of " + command.name() + " is not among the copies that sessions run",
          command.sha256().hex(),
          "nothing");
    }
    if (!listed.equals(command.sha256())) {
      throw broken(
          "the program of " + command.name() + " is not the one on the list",
          command.sha256().hex(),
          listed.hex());
    }
  }

  private void requireOnly(ProgramList list, Path directory) throws IOException {
    Set<String> listed = new HashSet<>();
    for (ProgramList.Entry entry : list.entries()) {
      listed.add(entry.name());
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        if (!listed.contains(entry.getFileName().toString())) {
          throw broken("a program that root did not sign was found: " + entry, "nothing", "a file");
        }
      }
    }
  }

  /**
   * Requires a copy with the epoch as its modification time: a write to it shows without reading
   * it.
   */
  private void requireCopy(ProgramList.Copy copy, Path file) {
    try {
      Map<String, Object> found =
          Files.readAttributes(
              file, "unix:uid,mode,size,lastModifiedTime", LinkOption.NOFOLLOW_LINKS);
      int mode = (Integer) found.get("mode");
      boolean same =
          (Integer) found.get("uid") == rootOwned.owner().number()
              && (mode & TYPE) == REGULAR_FILE
              && (mode & WRITABLE_BY_OTHERS) == 0
              && (Long) found.get("size") == copy.size()
              && ((FileTime) found.get("lastModifiedTime")).toMillis() == 0;
      if (!same) {
        throw changed(
            file,
            "a file of root with " + copy.size() + " bytes, unchanged since it was copied",
            "%d bytes, uid %d, mode %o, changed %s"
                .formatted(
                    (Long) found.get("size"),
                    (Integer) found.get("uid"),
                    mode & ~TYPE,
                    found.get("lastModifiedTime")));
      }
    } catch (IOException e) {
      throw changed(file, "a file", "nothing");
    }
  }

  private void requireSameBytes(ProgramList.Copy copy, Path file) throws IOException {
    Sha256 found = FileDigest.of(file);
    if (!found.equals(copy.sha256())) {
      throw changed(file, copy.sha256().hex(), found);
    }
  }

  private void requireLink(ProgramList.Link link, Path file) {
    String found;
    try {
      found = Files.readSymbolicLink(file).toString();
    } catch (IOException | UnsupportedOperationException e) {
      found = "no link";
    }
    if (!found.equals(link.target())) {
      throw changed(file, link.target(), found);
    }
  }

  private BrokenLink changed(Path file, String expected, Object found) {
    return broken("a signed program was changed: " + file, expected, found.toString());
  }

  private BrokenLink broken(String what, String expected, String found) {
    return new BrokenLink(
        VerificationStep.V7,
        manifest.agent() + ": " + what,
        expected,
        found,
        "run: sudo bawn-admin reseal " + manifest.agent());
  }
}
