package dev.bawn.admin.tool;

import dev.bawn.admin.account.Accounts;
import dev.bawn.admin.mirror.Kept;
import dev.bawn.admin.mirror.OwnerChild;
import dev.bawn.admin.mirror.Watched;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.TimedOut;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is done with other uids than root's while a tool is adopted. */
final class ToolChildren {

  private static final String NPM = "/usr/bin/npm";

  /** npm says nothing while it loads, and a package can be large. */
  private static final Duration NPM_SILENCE = Duration.ofMinutes(5);

  private static final Duration ANSWER = Duration.ofSeconds(20);
  private static final int MOST_TALK = 1 << 16;

  /** Eight times what the largest tool has that was seen; its files are counted by tool-receive. */
  private static final long MOST_BYTES = 2L << 30;

  /** An installation that goes on and on, saying something now and then, ends with status 124. */
  private static final Duration NPM_PATIENCE = Duration.ofMinutes(30);

  private static final int TIMED_OUT = 124;

  /** As npm, and as libc says it. */
  private static final Pattern FULL = Pattern.compile("ENOSPC|No space left on device");

  private static final Pattern VERSION = Pattern.compile("[0-9]+(\\.[0-9]+)+[0-9A-Za-z.+-]{0,40}");

  private final Path filter;
  private final ToolWalls walls;
  private final Path library;
  private final Consumer<String> talk;

  /**
   * @param library the directory {@code lib/bawn}, which has the children's programs and the filter
   * @param talk hears what takes longer than a second
   */
  ToolChildren(Path library, Consumer<String> talk) {
    this.library = library;
    this.filter = library.resolve("session.bpf");
    this.walls = new ToolWalls(library);
    this.talk = talk;
  }

  /**
   * Something that can be sent.
   *
   * @param path canonical
   * @param inside where it stands for the sender
   */
  record Source(Path path, String inside) {

    static Source directory(Path path) {
      return new Source(path, "/source");
    }

    static Source file(Path path, CommandName command) {
      return new Source(path, "/source/bin/" + command);
    }
  }

  /**
   * Looks at a place with the eyes of a user.
   *
   * @throws NotFound if it is not there, or not readable for that user
   */
  Source survey(Path typed, Uid reader, CommandName command) throws IOException {
    try (Watched watched = new Watched(_ -> {})) {
      List<String> words = List.of(library.resolve("tool-survey").toString(), typed.toString());
      OwnerChild user = OwnerChild.of(reader);
      Process child = watched.start(user, user.running(words));
      child.getOutputStream().close();
      Kept answer = watched.keep(child.getInputStream(), MOST_TALK);
      int status = watched.await(child);
      String[] found = answer.complete().text().split("\0");
      if (status != 0 || found.length != 2) {
        throw new NotFound(
            Printable.of(typed.toString())
                + " is no directory or file that uid "
                + reader
                + " can read",
            "name a tool's directory or its one program");
      }
      Path path = Path.of(found[1]);
      return found[0].equals("file") ? Source.file(path, command) : Source.directory(path);
    }
  }

  /**
   * Lets npm install a package into an empty tree. When this returns npm itself has ended; what it
   * started may still run.
   *
   * @param installer whose number nobody else has, and who sees the space
   * @param space the only place that it can write to
   * @throws Failed with npm's last line
   */
  void npm(ToolSource.Registry source, OwnerChild installer, BoundedSpace space)
      throws IOException {
    if (!Files.isExecutable(Path.of(NPM))) {
      throw new Refused(
          "npm is not installed",
          "install the package npm, or adopt a copy: tool add … --from DIR");
    }
    try (Watched watched = new Watched(_ -> talk.accept("npm is at work"), NPM_SILENCE)) {
      Process child =
          watched.start(
              installer, installer.filtered(walls.installing(space), filter, words(source)));
      watched.keep(child.getInputStream(), MOST_TALK);
      Kept talk = watched.keep(child.getErrorStream(), MOST_TALK);
      int status = watched.await(child);
      if (status == TIMED_OUT) {
        throw new TimedOut(
            "npm has been at work for " + NPM_PATIENCE.toMinutes() + " minutes",
            "install the package as yourself, and adopt its directory: --from DIR");
      }
      if (status != 0 && FULL.matcher(talk.complete().text()).find()) {
        throw new Refused(
            source.npm().text() + " takes more than " + space.size() + " while it is installed",
            "install the package as yourself, and adopt its directory: --from DIR");
      }
      if (status != 0) {
        throw new Failed(
            "npm could not install " + source.npm().text() + ": " + reason(talk.complete()),
            "see whether the registry can be reached; another one: --registry URL");
      }
    } catch (TimedOut e) {
      throw new TimedOut(
          "npm has said nothing for " + NPM_SILENCE.toMinutes() + " minutes",
          "see whether the registry can be reached");
    }
  }

  private static List<String> words(ToolSource.Registry source) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "/usr/bin/timeout",
                "--kill-after=10",
                Long.toString(NPM_PATIENCE.toSeconds()),
                "/usr/bin/prlimit",
                "--fsize=" + MOST_BYTES,
                NPM,
                "install",
                "--global",
                "--prefix=" + ToolWalls.TREE,
                "--no-audit",
                "--no-fund",
                "--no-update-notifier",
                "--loglevel=error"));
    source.registry().ifPresent(address -> words.add("--registry=" + address));
    words.addAll(List.of("--", source.npm().text()));
    return words;
  }

  /** npm tells the cause first, and where it wrote a log of it last. */
  private static String reason(Kept talk) {
    return Printable.of(
        talk.text()
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("npm warn"))
            .limit(2)
            .reduce((one, other) -> one + "; " + other)
            .orElse("no reason given"));
  }

  /**
   * Copies a tree: sent by a child that can only read it, received by one that can only write the
   * copy.
   *
   * @param sender whose eyes it is read with
   * @param copy an empty directory of the keeper of mirrors
   * @return the program of the tool, a path below the tree
   * @throws Refused if there is none, or a link leads out of the tree
   */
  String copy(
      Source source, OwnerChild sender, Path copy, CommandName command, Optional<String> program)
      throws IOException {
    List<String> receive = new ArrayList<>();
    receive.add(ToolWalls.inside("tool-receive"));
    receive.add(command.text());
    program.ifPresent(receive::add);
    List<String> send = List.of(ToolWalls.inside("tool-send"));
    OwnerChild keeper = OwnerChild.ofAccount(Accounts.MIRROR_KEEPER);
    LongConsumer progress = bytes -> talk.accept("copying (" + (bytes >> 20) + " MiB so far)");
    try (Watched watched = new Watched(progress)) {
      Process receiver = watched.start(keeper, keeper.walled(walls.receiving(copy), receive));
      Process from =
          watched.start(sender, sender.walled(walls.sending(source.path(), source.inside()), send));
      from.getOutputStream().close();
      Capped tree = new Capped(receiver.getOutputStream(), MOST_BYTES);
      watched.carry(from.getInputStream(), tree);
      Kept sent = watched.keep(from.getErrorStream(), MOST_TALK);
      Kept found = watched.keep(receiver.getInputStream(), MOST_TALK);
      Kept received = watched.keep(receiver.getErrorStream(), MOST_TALK);
      int status = watched.await(receiver);
      int cause = watched.await(from);
      if (status == 0 && cause == 0) {
        return found.complete().text().strip();
      }
      if (tree.isCut()) {
        throw new Refused(
            "the tool's tree has more than " + (MOST_BYTES >> 30) + " GiB",
            "adopt the directory that holds the tool and nothing else");
      }
      throw refusal(cause, status, sent.complete(), received.complete(), command);
    } catch (TimedOut e) {
      throw new TimedOut(
          "reading the tool stood still for ten seconds", "look for a pipe or device in its tree");
    }
  }

  /** The statuses of tool-receive; a sender that failed tells why. */
  private static RuntimeException refusal(
      int cause, int status, Kept sent, Kept received, CommandName command) {
    String said = Printable.of(received.lastLine());
    return switch (status) {
      case 20 ->
          new Refused(
              "there is no program '" + command + "' in the tool's tree",
              "name it, below the tree: --program PATH");
      case 21 ->
          new Refused(
              "a link leads out of the tool's tree: " + said, "adopt the directory that holds all");
      case 22 ->
          new Refused(
              "the virtual environment does not stand by itself: " + said,
              "make one with the machine's own Python: python3 -m venv DIR && DIR/bin/pip install"
                  + " PACKAGE, then adopt DIR");
      case 23 ->
          new Refused(
              "the program '"
                  + command
                  + "' is a script of "
                  + said
                  + ", outside of the tool's tree",
              "adopt the directory that holds both: --from " + holder(said));
      case 24 ->
          new Refused(
              "the tool's tree has more than " + said + " files",
              "adopt the directory that holds the tool and nothing else");
      default ->
          new Failed(
              "copying the tool failed: " + (cause == 0 ? said : Printable.of(sent.lastLine())),
              "run it again; can everything be read, is the disk full?");
    };
  }

  /** An environment's interpreters lie in its {@code bin}. */
  private static String holder(String interpreter) {
    int bin = interpreter.lastIndexOf("/bin/");
    return bin > 0 ? interpreter.substring(0, bin) : "DIR";
  }

  /** What the tool says its version is, if it says one; asked in walls, without a network. */
  Optional<String> version(Path tree, String program, Uid uid) throws IOException {
    List<String> words = List.of(ToolWalls.TREE + "/" + program, "--version");
    try (Watched watched = new Watched(_ -> {}, ANSWER)) {
      OwnerChild nobody = OwnerChild.ofNobody(uid);
      Process child = watched.start(nobody, nobody.filtered(walls.asking(tree), filter, words));
      Kept said = watched.keep(child.getInputStream(), MOST_TALK);
      watched.keep(child.getErrorStream(), MOST_TALK);
      watched.await(child);
      Matcher version = VERSION.matcher(said.complete().text());
      return version.find() ? Optional.of(version.group()) : Optional.empty();
    } catch (TimedOut e) {
      return Optional.empty();
    }
  }
}
