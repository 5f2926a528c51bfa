package dev.bawn.admin.allowlist;

import dev.bawn.admin.toolstore.ToolRecord;
import dev.bawn.admin.toolstore.ToolStore;
import dev.bawn.contract.agent.AdoptedTool;
import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.FileDigest;
import dev.bawn.contract.layout.InstalledPrograms;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.tool.ToolDefinitions;
import dev.bawn.contract.trust.FileIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the program of a command by its name, and refuses programs that an agent must not have. */
public final class Allowlist {

  /** The directories in which a program must be after all links are followed. */
  private static final List<String> APPROVED =
      List.of(
          "/usr/bin/",
          "/usr/sbin/",
          "/usr/local/",
          "/usr/lib/",
          "/usr/lib64/",
          "/usr/libexec/",
          "/usr/share/",
          "/opt/");

  private static final int SETUID_OR_SETGID = 06000;

  private final SystemLayout layout;
  private final InstalledPrograms programs;
  private final RootOwned rootOwned;
  private final ToolStore toolStore;
  private final ToolDefinitions definitions;

  /**
   * @param layout with {@code /usr}
   * @param rootOwned decides whether a path belongs to root
   * @param toolStore the adopted tools, which have precedence over programs of the same name
   * @param definitions the definitions of known tools
   */
  public Allowlist(
      SystemLayout layout, RootOwned rootOwned, ToolStore toolStore, ToolDefinitions definitions) {
    this.layout = layout;
    this.programs = new InstalledPrograms(layout);
    this.rootOwned = rootOwned;
    this.toolStore = toolStore;
    this.definitions = definitions;
  }

  /**
   * A command that can be allowed.
   *
   * @param command the present program
   * @param brings further programs that are allowed with it: the interpreters of a script
   * @param tool the adopted tool that it starts, if any
   */
  public record Allowable(
      AllowedCommand command, List<String> brings, Optional<AdoptedTool> tool) {}

  /** Tells whether a program of this name is installed in one of the directories of commands. */
  public boolean isInstalled(CommandName name) {
    return programs.find(name).isPresent();
  }

  /**
   * Finds a command.
   *
   * @throws NotFound if no program of that name is installed
   * @throws Refused if an agent must not have it
   */
  public Allowable find(CommandName name) {
    Optional<ToolRecord> adopted = toolStore.find(name);
    if (adopted.isPresent()) {
      return tool(adopted.get());
    }
    Path found =
        programs
            .find(name)
            .orElseThrow(() ->
                new NotFound(
                    "there is no command '" + name + "' in /usr/bin, /usr/sbin or /usr/local",
                    missing(name)));
    try {
      return allowable(name, found);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Tells whether a tool of that name was adopted: it has precedence over a program. */
  public boolean hasTool(CommandName name) {
    return toolStore.find(name).isPresent();
  }

  /**
   * Finds all commands of an agent, as they are now.
   *
   * @throws Refused if some are missing or could not be allowed now; names all of those
   */
  public List<Allowable> all(Manifest manifest) {
    List<Allowable> found = new ArrayList<>();
    List<String> gone = new ArrayList<>();
    String why = "";
    for (AllowedCommand command : manifest.commands()) {
      try {
        found.add(find(command.name()));
      } catch (NotFound | Refused e) {
        gone.add(command.name().text());
        why = why.isEmpty() ? e.what() : why;
      }
    }
    if (!gone.isEmpty()) {
      throw new Refused(
          manifest.agent() + ": bawn-admin cannot sign its policy: " + why,
          "solve that, or: sudo bawn-admin restrict "
              + manifest.agent()
              + " "
              + String.join(" ", gone));
    }
    return found;
  }

  /**
   * Returns the hint for a missing command: known tools must be adopted first, other programs
   * installed.
   */
  private String missing(CommandName name) {
    return definitions
        .find(name)
        .map(tool -> tool.npm().map(npm -> "--npm " + npm).orElse("--from DIR"))
        .map(source -> "adopt it first: sudo bawn-admin tool add " + name + " " + source)
        .orElseGet(() ->
            NearestMatch.hint(
                name.text(), installed(), "check the spelling, or install " + name + " first"));
  }

  /** Returns the names of all installed programs and known tools. */
  private List<String> installed() {
    Set<String> names = programs.names();
    definitions.names().forEach(tool -> names.add(tool.text()));
    return List.copyOf(names);
  }

  private Allowable tool(ToolRecord tool) {
    Path tree = layout.tool(tool.name(), tool.version());
    Path program = tree.resolve(tool.program());
    String target = "/" + layout.root().relativize(program);
    try {
      requireOrdinary(tool.name(), program, target);
      return new Allowable(
          sealed(tool.name(), program, target),
          interpreters(tool.name(), target),
          Optional.of(
              new AdoptedTool(
                  tool.name(),
                  tool.version(),
                  tool.tree(),
                  definitions.of(tool.name()).keys().names())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the tools in the order in which a start prefers them. */
  public List<AdoptedTool> ranked(Collection<AdoptedTool> tools) {
    return tools.stream()
        .sorted(
            Comparator.comparingInt((AdoptedTool tool) -> definitions.of(tool.name()).rank())
                .thenComparing(AdoptedTool::name))
        .toList();
  }

  private Allowable allowable(CommandName name, Path found) throws IOException {
    Path real = found.toRealPath();
    String target = "/" + layout.root().toRealPath().relativize(real);
    if (APPROVED.stream().noneMatch(target::startsWith)) {
      throw refused(name, "leads to " + target + ", outside of the places for programs");
    }
    requireOrdinary(name, real, target);
    requireNoWritableCode(name, real, target);
    List<String> interpreters = interpreters(name, target);
    for (String interpreter : interpreters) {
      requireNoWritableCode(name, layout.at(interpreter.substring(1)), interpreter);
    }
    return new Allowable(sealed(name, real, target), interpreters, Optional.empty());
  }

  private void requireOrdinary(CommandName name, Path real, String target) throws IOException {
    if (!Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS) || !Files.isExecutable(real)) {
      throw refused(name, "is not a program: " + target);
    }
    rootOwned
        .problem(real)
        .ifPresent(problem -> {
          throw refused(name, "cannot be trusted: " + problem.sentence());
        });
    int mode = (Integer) Files.getAttribute(real, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    if ((mode & SETUID_OR_SETGID) != 0) {
      throw refused(name, "is setuid or setgid: " + target);
    }
  }

  /**
   * Refuses a program with writable and executable memory: an agent without a JIT compiler could
   * write machine code there. Adopted tools have a JIT compiler.
   */
  private static void requireNoWritableCode(CommandName name, Path real, String target)
      throws IOException {
    if (ElfFile.asksForWritableCode(real)) {
      throw refused(
          name,
          "asks for memory that is writable and executable (see: readelf -lW " + target + ")");
    }
  }

  private List<String> interpreters(CommandName name, String target) throws IOException {
    try {
      List<String> interpreters = Interpreters.of(layout, target);
      for (String interpreter : interpreters) {
        requireOrdinary(name, layout.at(interpreter.substring(1)), interpreter);
      }
      return interpreters;
    } catch (NoSuchFileException e) {
      throw refused(name, "is a script whose interpreter is not installed: " + e.getFile());
    }
  }

  private static AllowedCommand sealed(CommandName name, Path real, String target)
      throws IOException {
    FileIdentity identity = FileIdentity.of(real);
    return new AllowedCommand(
        name, target, FileDigest.of(real), identity.ino(), identity.size(), identity.ctimeNs());
  }

  private static Failure refused(CommandName name, String why) {
    return new Refused(
        "'" + name + "' cannot be allowed: it " + why, "allow another command that does the work");
  }
}
