package dev.bawn.contract.agent;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The permission of agent sessions to create machine code in memory, which just-in-time compilers
 * need. All other programs run without it. Otherwise the dynamic linker could load machine code
 * from the data of a library that the agent wrote. Neither {@code noexec} nor Landlock nor AppArmor
 * detects that, because the kernel only reads the file.
 */
public final class MachineCode {

  /**
   * Programs that do not start without machine code in memory, by their own names or the names of
   * their files. For other programs, root allows it with {@code --jit}.
   */
  private static final Set<String> MAKERS =
      Set.of(
          // Java, and programs written in it
          "java",
          "javac",
          "javadoc",
          "jar",
          "jshell",
          "mvn",
          "gradle",
          "ant",
          "sbt",
          "scala",
          "scalac",
          "kotlin",
          "kotlinc",
          "groovy",
          "clojure",
          // JavaScript
          "node",
          "nodejs",
          "npm",
          "npx",
          "yarn",
          "pnpm",
          "corepack",
          "tsc",
          "bun",
          "bunx",
          "deno",
          // others
          "dotnet",
          "erl",
          "julia",
          "luajit",
          "pypy",
          "pypy3",
          "qemu-system-x86_64",
          "qemu-x86_64",
          "wasmtime");

  private MachineCode() {}

  /** Tells whether this policy allows it. */
  public static boolean isAllowed(Manifest manifest) {
    return manifest.execution() != Execution.SIGNED || !makers(manifest).isEmpty();
  }

  /**
   * The commands that need it. Adopted tools are among them: most are written in JavaScript, or
   * contain an interpreter of it.
   */
  public static List<String> makers(Manifest manifest) {
    Stream<CommandName> programs =
        manifest.commands().stream().filter(MachineCode::isMaker).map(AllowedCommand::name);
    Stream<CommandName> tools = manifest.tools().stream().map(AdoptedTool::name);
    return Stream.concat(programs, tools).map(CommandName::text).distinct().toList();
  }

  private static boolean isMaker(AllowedCommand command) {
    String target = command.target();
    return MAKERS.contains(command.name().text())
        || MAKERS.contains(target.substring(target.lastIndexOf('/') + 1));
  }
}
