package dev.bawn.admin.tool;

import dev.bawn.admin.account.SystemAccounts;
import dev.bawn.admin.mirror.BoundedOutput;
import dev.bawn.admin.mirror.OwnerChild;
import dev.bawn.admin.mirror.Watched;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.TimedOut;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Copies the tree of a tool: one process can only read it and sends it, another one can only write
 * the copy and receives it.
 */
final class TreeCopy {

  /**
   * The limit is eight times the size of the largest known tool; tool-receive limits the number of
   * files.
   */
  static final long MOST_BYTES = 2L << 30;

  private static final int MOST_TALK = 1 << 16;

  /** The exit status of tool-survey if it met a link of another user. */
  private static final int BEHIND_A_LINK = 7;

  /** The exit status of tool-send if the tool is not the one of tool-survey. */
  private static final int EXCHANGED = 11;

  private final Path library;
  private final ToolSandbox steps;
  private final LongConsumer progress;

  /**
   * @param library the directory {@code lib/bawn}, which contains the programs of the processes
   * @param messages receives sentences about steps that take longer than a second
   */
  TreeCopy(Path library, Consumer<String> messages) {
    this.library = library;
    this.steps = new ToolSandbox(library);
    this.progress = bytes -> messages.accept("copying (" + (bytes >> 20) + " MiB so far)");
  }

  /**
   * A directory or file that can be sent.
   *
   * @param path its canonical path
   * @param inside its path in the sandbox of the sender
   * @param identity its device and inode; empty if no user can exchange it
   */
  record Source(Path path, String inside, Optional<String> identity) {

    private static final String TOP = "/source";

    /** A directory that no user can exchange. */
    static Source directory(Path path) {
      return new Source(path, TOP, Optional.empty());
    }

    boolean isFile() {
      return !inside.equals(TOP);
    }
  }

  /**
   * Resolves a path with the rights of a user.
   *
   * @throws NotFound if it does not exist, or that user cannot read it
   */
  Source survey(Path typed, Uid reader, CommandName command) throws IOException {
    try (Watched watched = Watched.forAnswer()) {
      List<String> words = List.of(library.resolve("tool-survey").toString(), typed.toString());
      OwnerChild user = OwnerChild.of(reader);
      Process child = watched.start(user, user.running(words));
      child.getOutputStream().close();
      BoundedOutput answer = watched.keep(child.getInputStream(), MOST_TALK);
      int status = watched.await(child);
      String[] found = answer.complete().text().split("\0");
      if (status == BEHIND_A_LINK) {
        throw new Refused(
            Printable.of(found[0]) + " is a symbolic link of another user",
            "name the path that it leads to; see: readlink -f "
                + ShellQuoting.join(List.of(typed.toString())));
      }
      if (status != 0 || found.length != 3) {
        throw new NotFound(
            Printable.of(typed) + " is not a directory or file that uid " + reader + " can read",
            "name the directory of the tool, or the program if the tool is one file");
      }
      String inside = found[0].equals("file") ? Source.TOP + "/bin/" + command : Source.TOP;
      return new Source(Path.of(found[1]), inside, Optional.of(found[2]));
    } catch (TimedOut e) {
      throw stoodStill();
    }
  }

  /**
   * Copies a tree.
   *
   * @param sender starts the process that reads the tree
   * @param copy an empty directory of the account bawn-mirror
   * @return the program of the tool, as a path relative to the tree
   * @throws Refused if the program is missing, or a link leads out of the tree
   */
  String copy(
      Source source, OwnerChild sender, Path copy, CommandName command, Optional<String> program)
      throws IOException {
    List<String> send = new ArrayList<>(List.of(ToolSandbox.inside("tool-send")));
    source.identity().ifPresent(identity -> send.addAll(List.of(source.inside(), identity)));
    List<String> receive = new ArrayList<>();
    receive.add(ToolSandbox.inside("tool-receive"));
    receive.add(command.text());
    program.ifPresent(receive::add);
    OwnerChild keeper = OwnerChild.ofAccount(SystemAccounts.MIRROR_KEEPER);
    try (Watched watched = new Watched(progress)) {
      Process receiver = watched.start(keeper, keeper.sandboxed(steps.receiving(copy), receive));
      Process from =
          watched.start(
              sender, sender.sandboxed(steps.sending(source.path(), source.inside()), send));
      from.getOutputStream().close();
      return carry(watched, from, receiver, source, program.orElse(command.text()));
    } catch (TimedOut e) {
      throw stoodStill();
    }
  }

  private static String carry(
      Watched watched, Process from, Process receiver, Source source, String program)
      throws IOException {
    LimitedOutputStream tree = new LimitedOutputStream(receiver.getOutputStream(), MOST_BYTES);
    watched.carry(from.getInputStream(), tree);
    BoundedOutput sent = watched.keep(from.getErrorStream(), MOST_TALK);
    BoundedOutput found = watched.keep(receiver.getInputStream(), MOST_TALK);
    BoundedOutput received = watched.keep(receiver.getErrorStream(), MOST_TALK);
    int status = watched.await(receiver);
    int cause = watched.await(from);
    if (status == 0 && cause == 0) {
      return found.complete().text().strip();
    }
    if (tree.isCut()) {
      throw tooLarge((MOST_BYTES >> 30) + " GiB");
    }
    throw refusal(cause, status, sent.complete(), received.complete(), source, program);
  }

  private static TimedOut stoodStill() {
    return new TimedOut(
        "timed out after 10 s without data while reading the tool",
        "look for a pipe or a device among its files");
  }

  private static Refused tooLarge(String bound) {
    return new Refused(
        "the directory of the tool has more than " + bound,
        "adopt the directory that contains the tool and nothing else");
  }

  /**
   * Maps the exit statuses of tool-receive to errors; if the sender failed, its message is the
   * reason.
   */
  private static RuntimeException refusal(
      int cause,
      int status,
      BoundedOutput sent,
      BoundedOutput received,
      Source source,
      String program) {
    if (cause == EXCHANGED) {
      return new Refused("the tool was replaced while bawn-admin read it", "run it again");
    }
    String said = Printable.of(received.lastLine());
    return switch (status) {
      case 20 ->
          new NotFound(
              "there is no program '" + Printable.of(program) + "' in the directory of the tool",
              "name it by its path in that directory: --program PATH");
      case 25 ->
          notExecutable(source.isFile() ? source.path() : source.path().resolve(said), source);
      case 21 ->
          new Refused(
              "a link leads out of the directory of the tool: " + said,
              "adopt the directory that also contains the link's target");
      case 22 ->
          new Refused(
              "the virtual environment needs files outside of it: " + said,
              "make one with the machine's own Python: python3 -m venv DIR && DIR/bin/pip install"
                  + " PACKAGE, then adopt DIR");
      case 23 ->
          new Refused(
              "the program '%s' is a script for %s, which is outside of the directory of the tool"
                  .formatted(Printable.of(program), said),
              "adopt the directory that contains both: --from " + holder(said));
      case 24 -> tooLarge(said + " files");
      default ->
          new Failed(
              "copying the tool failed: " + (cause == 0 ? said : Printable.of(sent.lastLine())),
              "run it again; check that all files are readable and the disk is not full");
    };
  }

  private static Refused notExecutable(Path program, Source source) {
    return new Refused(
        Printable.of(program) + " is not executable",
        "run: chmod +x "
            + ShellQuoting.join(List.of(program.toString()))
            + (source.isFile() ? "" : "; or name another program of the tool: --program PATH"));
  }

  /**
   * Returns the root of a virtual environment: its interpreters are in its directory {@code bin}.
   */
  private static String holder(String interpreter) {
    int bin = interpreter.lastIndexOf("/bin/");
    return bin > 0 ? interpreter.substring(0, bin) : "DIR";
  }
}
