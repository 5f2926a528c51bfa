package dev.bawn.contract.world;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.CommandList;
import dev.bawn.contract.agent.LibraryList;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProgramList;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.sandbox.HostPath;
import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.sandbox.Namespace;
import dev.bawn.contract.sandbox.RecipeFile;
import dev.bawn.contract.sandbox.SandboxStep;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The files in a test's policy directory, without the manifest and its signature. */
final class Contents {

  private Contents() {}

  static SortedMap<String, byte[]> of(Manifest manifest) {
    SortedMap<String, byte[]> files = new TreeMap<>();
    files.put("etc/passwd", bytes(manifest.agent() + ":x:70000:70000::/home/agent:/bin/sh\n"));
    files.put(Generation.FILTER, bytes("session\n"));
    files.put("limits", bytes(manifest.limits().words() + "\n"));
    files.put("profile", bytes("profile bawn." + manifest.agent() + " {}\n"));
    files.put(Generation.COMPILED_PROFILE, bytes("compiled policy of " + manifest.agent()));
    files.put(
        LibraryList.FILE,
        new LibraryList(
                new TreeSet<>(List.of("/usr/lib/bawn")), new TreeSet<>(List.of("/usr/lib/jvm")))
            .write());
    files.put(CommandList.FILE, CommandList.write(manifest.commands()));
    files.put(ProgramList.FILE, programs(manifest).write());
    for (Assignment assignment : manifest.assignments()) {
      files.put(Generation.recipeName(assignment.id()), recipe(assignment));
    }
    return files;
  }

  /** Returns the programs in /usr/bin of its sessions. */
  static ProgramList programs(Manifest manifest) {
    return new ProgramList(
        manifest.commands().stream()
            .map(command ->
                new ProgramList.Copy(command.name().text(), command.sha256(), command.size()))
            .map(ProgramList.Entry.class::cast)
            .toList());
  }

  private static byte[] recipe(Assignment assignment) {
    InsidePath project = new InsidePath("/work/" + assignment.id());
    return RecipeFile.write(
        List.of(
            new SandboxStep.Unshare(Namespace.USER),
            new SandboxStep.Unshare(Namespace.PID),
            new SandboxStep.Bind(
                SandboxStep.Manner.READ_ONLY,
                new HostPath("/usr/share"),
                new InsidePath("/usr/share")),
            new SandboxStep.Bind(
                SandboxStep.Manner.READ_ONLY, new HostPath("/var/lib/bawn/mirrors/app"), project),
            new SandboxStep.SetEnvironment("HOME", "/home/agent"),
            new SandboxStep.WorkingDirectory(project)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
