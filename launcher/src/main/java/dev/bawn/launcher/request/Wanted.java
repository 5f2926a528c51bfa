package dev.bawn.launcher.request;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.record.SessionRecord;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The program that the caller wants to run in a session. */
public sealed interface Wanted {

  /** A shell, the best that the agent may run. */
  record Shell() implements Wanted {}

  /**
   * An agent tool.
   *
   * @param name its command
   * @param prompt what it is told at its start, if anything
   * @param arguments the caller's own, which the start stub appends
   */
  record Tool(CommandName name, Optional<Prompt> prompt, List<String> arguments) implements Wanted {
    public Tool {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * The login of an agent tool.
   *
   * @param name the tool's command
   * @param arguments the caller's own that were typed before {@code --}
   * @param appended those after it, which the start stub appends
   */
  record Login(CommandName name, List<String> arguments, List<String> appended) implements Wanted {
    public Login {
      arguments = List.copyOf(arguments);
      appended = List.copyOf(appended);
    }
  }

  /**
   * What an earlier session ran. An agent tool continues its last conversation, if that was the
   * session's.
   *
   * @param earlier the session
   * @param from what was written in its home before may be of another session
   * @param to what was written there later, too
   */
  record Continued(SessionRecord earlier, Instant from, Instant to) implements Wanted {}

  /**
   * The agent tool that comes first among those that the agent has; where it has none, a shell.
   *
   * @param prompt what it is told at its start, if anything
   */
  record FirstTool(Optional<Prompt> prompt) implements Wanted {}

  /**
   * A tool that is this very file, for a session of the caller's own.
   *
   * @param file an executable
   * @param name of the tool; nothing where the name of the file is that
   * @param prompt what it is told at its start, if anything
   * @param arguments the caller's own, which the start stub appends
   */
  record ToolFile(
      Path file, Optional<CommandName> name, Optional<Prompt> prompt, List<String> arguments)
      implements Wanted {
    public ToolFile {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * A command line of the caller's own.
   *
   * @param words not empty; to look at only, since the start stub appends the real ones, which need
   *     not be UTF-8
   */
  record CommandLine(List<String> words) implements Wanted {
    public CommandLine {
      words = List.copyOf(words);
      if (words.getFirst().startsWith("-")) {
        throw new WrongUsage(
            "'" + Printable.of(words.getFirst()) + "' is an option; expected a command after --",
            "to give options to a tool: bawn launch --tool TOOL -- "
                + Printable.of(words.getFirst()));
      }
    }
  }
}
