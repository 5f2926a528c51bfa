package dev.bawn.launcher.request;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.record.Prompt;
import dev.bawn.launcher.record.SessionRecord;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The program that the caller wants to run in a session. */
public sealed interface Wanted {

  /** The prompt for the program, if it is a tool and has one. */
  default Optional<Prompt> prompt() {
    return Optional.empty();
  }

  /** A shell, the best that the agent may run. */
  record Shell() implements Wanted {}

  /**
   * An agent tool.
   *
   * @param name its command
   * @param prompt its prompt, if there is one
   * @param arguments the caller's, which the start stub appends
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
   * @param arguments the caller's arguments before {@code --}
   * @param appended those after it, which the start stub appends
   */
  record Login(CommandName name, List<String> arguments, List<String> appended) implements Wanted {
    public Login {
      arguments = List.copyOf(arguments);
      appended = List.copyOf(appended);
    }
  }

  /**
   * The program of an earlier session. An agent tool continues its last conversation, if that was
   * the session's.
   *
   * @param earlier the session
   * @param from earlier records in its home may be of another session
   * @param to later records, too
   */
  record Continued(SessionRecord earlier, Instant from, Instant to) implements Wanted {}

  /**
   * The first agent tool that the agent has; a shell if it has none.
   *
   * @param prompt its prompt, if there is one
   */
  record FirstTool(Optional<Prompt> prompt) implements Wanted {}

  /**
   * A tool at this path, for an unprivileged session.
   *
   * @param file an executable
   * @param name of the tool; empty if it is the name of the file
   * @param prompt its prompt, if there is one
   * @param arguments the caller's, which the start stub appends
   */
  record ToolFile(
      Path file, Optional<CommandName> name, Optional<Prompt> prompt, List<String> arguments)
      implements Wanted {
    public ToolFile {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * A command line of the caller.
   *
   * @param words not empty; only for checks, since the start stub appends the original ones, which
   *     need not be UTF-8
   */
  record CommandLine(List<String> words) implements Wanted {
    public CommandLine {
      if (words.getFirst().isEmpty()) {
        throw new WrongUsage("the command is empty", "for example: bawn launch -- make test");
      }
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
