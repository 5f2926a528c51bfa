package dev.bawn.contract.trust;

import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Pin;
import dev.bawn.contract.agent.ProgramList;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * V7: {@code bin/} has the allowed commands and nothing else, and each program belongs to root and
 * is unchanged since it was signed. Sessions run copies of the programs in /usr/bin, so a changed
 * one is reported, but is no danger.
 */
final class CommandsLink {

  private final SystemLayout layout;
  private final RootOwned rootOwned;
  private final Depth depth;

  CommandsLink(SystemLayout layout, RootOwned rootOwned, Depth depth) {
    this.layout = layout;
    this.rootOwned = rootOwned;
    this.depth = depth;
  }

  Finding check(Manifest manifest, Generation generation, SealedFiles files) {
    try {
      requireExactly(manifest, generation);
      List<String> changed = new ArrayList<>();
      List<String> missing = new ArrayList<>();
      Path bin = generation.bin();
      for (AllowedCommand command : manifest.commands()) {
        requireLink(manifest, bin, command);
        if (manifest.tool(command.name()).isPresent()) {
          continue; // V8 verifies its program with its tree
        }
        Path program = layout.at(command.target().substring(1));
        if (!ProgramList.takes(command.target())) {
          requireRoots(manifest, command, program);
        }
        look(program, command, changed, missing);
      }
      new ProgramsCheck(layout, rootOwned, manifest).check(files, depth);
      List<String> notes = new ArrayList<>();
      if (!changed.isEmpty()) {
        notes.add(
            "programs changed since they were signed (a package update?): "
                + String.join(" ", changed));
      }
      if (depth == Depth.WHOLE) {
        // at a start, `enter` reports these, since it reads the directories anyway
        notes.addAll(LibrariesCheck.of(layout, generation).changes());
      }
      return judge(manifest, changed, missing, notes);
    } catch (IOException e) {
      throw broken(
          manifest,
          "a command cannot be read",
          "readable programs",
          Failed.of(e).what(),
          reseal(manifest));
    }
  }

  private static void look(
      Path program, AllowedCommand command, List<String> changed, List<String> missing)
      throws IOException {
    try {
      if (FileIdentity.isChanged(program, command)) {
        changed.add(command.name().text());
      }
    } catch (NoSuchFileException e) {
      missing.add(command.name().text());
    }
  }

  private Finding judge(
      Manifest manifest, List<String> changed, List<String> missing, List<String> notes) {
    if (notes.isEmpty() && missing.isEmpty()) {
      return new Finding(
          VerificationStep.V7,
          Finding.Strength.HOLDS,
          manifest.commands().size() + " commands are unchanged since they were signed");
    }
    String restrict =
        "sudo bawn-admin restrict " + manifest.agent() + " " + String.join(" ", missing);
    if (manifest.pin() == Pin.STRICT && !missing.isEmpty()) {
      throw broken(
          manifest,
          "programs are missing: " + String.join(" ", missing),
          "installed",
          "missing",
          "install them, or: " + restrict);
    }
    if (manifest.pin() == Pin.STRICT && !changed.isEmpty()) {
      throw broken(
          manifest,
          "programs changed since they were signed: " + String.join(" ", changed),
          "unchanged",
          "changed",
          reseal(manifest));
    }
    List<String> said = new ArrayList<>();
    List<String> advice = new ArrayList<>();
    List<String> hint = new ArrayList<>();
    if (!missing.isEmpty()) {
      said.add("programs are missing: " + String.join(" ", missing));
      advice.add("install them, or: " + restrict);
      hint.add("# install them, or:");
      hint.add(restrict);
    }
    if (!notes.isEmpty()) {
      said.addAll(notes);
      advice.add(reseal(manifest));
      hint.add("sudo bawn-admin reseal " + manifest.agent());
    }
    return new Finding(
        VerificationStep.V7,
        Finding.Strength.WEAK,
        String.join("; ", said),
        String.join("; ", advice),
        hint);
  }

  private void requireExactly(Manifest manifest, Generation generation) throws IOException {
    rootOwned
        .problem(generation.bin())
        .ifPresent(problem -> {
          throw broken(
              manifest,
              "the directory of commands cannot be trusted: " + problem.sentence(),
              problem.rule(),
              problem.found(),
              problem.hint(reseal(manifest)));
        });
    Set<String> allowed = new HashSet<>();
    manifest.commands().forEach(command -> allowed.add(command.name().text()));
    try (DirectoryStream<Path> links = Files.newDirectoryStream(generation.bin())) {
      for (Path link : links) {
        String name = link.getFileName().toString();
        if (!allowed.contains(name)) {
          throw broken(
              manifest,
              "the directory of commands has a command that root did not allow: " + name,
              "no such link",
              name,
              reseal(manifest));
        }
      }
    }
  }

  private static void requireLink(Manifest manifest, Path bin, AllowedCommand command) {
    String found;
    try {
      found = Files.readSymbolicLink(bin.resolve(command.name().text())).toString();
    } catch (IOException | UnsupportedOperationException e) {
      found = "no link";
    }
    if (!found.equals(command.target())) {
      throw broken(
          manifest,
          "the command " + command.name() + " is not the link to the program that root signed",
          command.target(),
          found,
          reseal(manifest));
    }
  }

  private void requireRoots(Manifest manifest, AllowedCommand command, Path program) {
    rootOwned
        .problem(program)
        .ifPresent(problem -> {
          throw broken(
              manifest,
              "the program of " + command.name() + " cannot be trusted: " + problem.sentence(),
              problem.rule(),
              problem.found(),
              problem.hint(
                  "install the package of "
                      + command.name()
                      + " again, or: sudo bawn-admin restrict "
                      + manifest.agent()
                      + " "
                      + command.name()));
        });
  }

  private static String reseal(Manifest manifest) {
    return "run: sudo bawn-admin reseal " + manifest.agent();
  }

  private static BrokenLink broken(
      Manifest manifest, String what, String expected, String found, String hint) {
    return new BrokenLink(
        VerificationStep.V7, manifest.agent() + ": " + what, expected, found, hint);
  }
}
