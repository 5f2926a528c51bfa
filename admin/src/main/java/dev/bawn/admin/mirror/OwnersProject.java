package dev.bawn.admin.mirror;

import dev.bawn.admin.account.Accounts;
import dev.bawn.admin.agent.Mirrors.Survey;
import dev.bawn.admin.linux.NameService;
import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Repository;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.InUse;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Short operations on the files of a project's owner, each by a process with the owner's uid. */
final class OwnersProject {

  private static final int MOST_FILE = 1 << 20;
  private static final int MOST_ERRORS = 1 << 14;

  /** The exit status of owner-read if the path leads to a directory, a device or a pipe. */
  private static final int NO_FILE = 2;

  /** The exit status of owner-read if it met a link of a user. */
  private static final int BEHIND_A_LINK = 10;

  /** The exit status of owner-read if another user could exchange a file that root would read. */
  private static final int EXCHANGEABLE = 11;

  private final SystemLayout layout;
  private final Path library;

  /**
   * @param layout with the scratch directory
   * @param library the directory {@code lib/bawn}
   */
  OwnersProject(SystemLayout layout, Path library) {
    this.layout = layout;
    this.library = library;
  }

  /** See {@link dev.bawn.admin.agent.Mirrors#survey}. */
  Survey survey(Path typed, Optional<Uid> caller) throws IOException {
    Uid owner = caller.isPresent() ? caller.get() : ownerOf(typed);
    requireUser(typed, owner);
    Answer answer = ask(owner, List.of(own("survey"), typed.toString()));
    String[] found = answer.text().split("\0");
    if (answer.status() != 0 || found.length < 2) {
      throw unfit(typed, owner, answer.status());
    }
    ProjectPath path = ProjectPath.ofNew(found[0]);
    if (!found[1].equals(owner.toString())) {
      throw new Refused(
          path + " belongs to another user (uid " + Printable.of(found[1]) + ")",
          "the owner can assign it with sudo; root can assign it without sudo, for example after su -");
    }
    if (found.length > 3) {
      throw ExchangeablePath.refusal(path.text(), found[2] + " " + found[3]);
    }
    return new Survey(path, owner);
  }

  /** See {@link dev.bawn.admin.agent.Mirrors#repository}. */
  Repository repository(ProjectPath project, Uid user, MirrorSandbox steps) throws IOException {
    return Listing.repository(
        list(OwnerChild.of(user), List.of(project.text(), "?"), project, steps));
  }

  /** See {@link dev.bawn.admin.agent.Mirrors#requireListable}. */
  void requireListable(Assignment assignment, MirrorSandbox steps) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(assignment.source().text());
    words.add(Listing.sealedRepository(assignment).text());
    words.addAll(assignment.shownPaths());
    list(OwnerChild.of(assignment), words, assignment.source(), steps);
  }

  /** See {@link dev.bawn.admin.agent.Mirrors#requireSettled}. */
  void requireSettled(Assignment assignment, MirrorSandbox steps) throws IOException {
    List<String> words = List.of(Listing.SETTLED, assignment.source().text(), "?");
    try {
      list(OwnerChild.of(assignment), words, assignment.source(), steps);
    } catch (InUse e) {
      throw e;
    } catch (Failure e) {
      return; // a project that was moved or deleted has no open merge
    }
  }

  /** Returns the records of owner-list; the list itself is dropped. */
  private static String list(
      OwnerChild owner, List<String> words, ProjectPath project, MirrorSandbox steps)
      throws IOException {
    try (Watched watched = Watched.forAnswer()) {
      List<String> command = new ArrayList<>(List.of(MirrorSandbox.inside("owner-list")));
      command.addAll(words);
      Process child = watched.start(owner, steps.listing(owner, project, command));
      child.getOutputStream().close();
      watched.carry(child.getInputStream(), OutputStream.nullOutputStream());
      BoundedOutput records = watched.keep(child.getErrorStream(), MOST_ERRORS);
      int status = watched.await(child);
      if (status != 0) {
        throw ListingFailure.of(project, status, records.complete());
      }
      return records.complete().text();
    }
  }

  private static void requireUser(Path typed, Uid owner) {
    String path = Printable.of(typed);
    if (owner.equals(Uid.ROOT)) {
      // refuses directories of the system first: no hint may suggest to change their owner
      ProjectPath.of(typed.toString());
      throw new Refused(
          path + " belongs to root; a project must belong to a user",
          "give the directory of one project; if it is one, change its owner with chown");
    }
    if (NameService.user(owner).filter(Accounts::isAgent).isPresent()) {
      throw new Refused(
          path + " belongs to an agent; a project must belong to a user",
          "copy it to a user's home");
    }
  }

  /** Maps the exit statuses of owner-survey to errors. */
  private static RuntimeException unfit(Path typed, Uid reader, int status) {
    String path = Printable.of(typed);
    return switch (status) {
      case 5 -> new Refused(path + " is not a directory", "name the directory of a project");
      case 6 ->
          new Refused(
              path
                  + " cannot be read by "
                  + NameService.user(reader).map(NameService.User::name).orElse("uid " + reader),
              "check the modes: namei -l " + ShellQuoting.join(List.of(typed.toString())));
      default ->
          new NotFound("there is no directory '" + path + "'", "check the path of the project");
    };
  }

  /**
   * Determines the owner as root, which root requested; the process of that owner checks it again,
   * so this result alone grants nothing.
   */
  private static Uid ownerOf(Path typed) throws IOException {
    SystemProgram.Result result =
        SystemProgram.named("stat").run("-Lc", "%u", "--", typed.toString());
    if (result.status() != 0) {
      throw unfit(typed, Uid.ROOT, result.status());
    }
    return new Uid(Integer.parseInt(result.output().strip()));
  }

  /** See {@link dev.bawn.admin.agent.Mirrors#read}. */
  byte[] read(Path file, Optional<Uid> caller) throws IOException {
    List<String> command =
        List.of(own("read"), file.toAbsolutePath().toString(), Integer.toString(MOST_FILE + 1));
    Answer answer = ask(caller.isPresent() ? caller.get() : reader(file), command);
    String path = Printable.of(file);
    if (answer.status() == BEHIND_A_LINK) {
      throw new Refused(
          Printable.of(answer.text()) + " is a link, and it does not belong to root",
          "name the file to which it leads, if you want that one: readlink -f "
              + ShellQuoting.join(List.of(file.toString())));
    }
    if (answer.status() == NO_FILE) {
      throw new Refused(path + " is not a file", "name a file that you can read");
    }
    if (answer.status() == EXCHANGEABLE) {
      throw ExchangeablePath.refusal(path, answer.text());
    }
    if (answer.status() != 0) {
      throw new NotFound(
          "cannot read " + path,
          "see: " + ShellQuoting.join(List.of("namei", "-l", file.toString())));
    }
    if (answer.content().length > MOST_FILE) {
      throw new Refused(path + " is larger than 1 MiB", "shorten it");
    }
    return answer.content();
  }

  /**
   * The user with whose rights root reads a file: the owner of the first directory on its path that
   * is not root's, because that user can change what is there.
   */
  private static Uid reader(Path file) throws IOException {
    Path at = file.toAbsolutePath().getRoot();
    for (Path name : file.toAbsolutePath()) {
      at = at.resolve(name);
      if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
        break;
      }
      int owner = (int) Files.getAttribute(at, "unix:uid", LinkOption.NOFOLLOW_LINKS);
      if (owner != Uid.ROOT.number()) {
        return new Uid(owner);
      }
    }
    return Uid.ROOT;
  }

  /** See {@link dev.bawn.admin.agent.Mirrors#link}. */
  void link(AgentName agent, Assignment assignment) throws IOException {
    Answer answer = ask(assignment.owner(), aboutLink("link", agent, assignment));
    if (answer.status() != 0) {
      throw new Failed(
          "the link in the project could not be made: " + Printable.of(answer.reason()),
          "assign it without --link, or move away the file in its place");
    }
  }

  /** See {@link dev.bawn.admin.agent.Mirrors#unlink}. */
  void unlink(AgentName agent, Assignment assignment) throws IOException {
    ask(assignment.owner(), aboutLink("unlink", agent, assignment));
  }

  private List<String> aboutLink(String action, AgentName agent, Assignment assignment) {
    return List.of(
        own(action),
        assignment.source().text(),
        agent.text(),
        layout.scratch(agent, assignment.id()).toString());
  }

  private String own(String program) {
    return library.resolve("owner-" + program).toString();
  }

  /**
   * The result of a process.
   *
   * @param content its standard output, cut one byte after {@link #MOST_FILE}
   * @param reason the last line on standard error
   */
  private record Answer(int status, byte[] content, String reason) {

    String text() {
      return new String(content, StandardCharsets.UTF_8);
    }
  }

  private static Answer ask(Uid user, List<String> command) throws IOException {
    try (Watched watched = Watched.forAnswer()) {
      OwnerChild owner = OwnerChild.of(user);
      Process child = watched.start(owner, owner.running(command));
      child.getOutputStream().close();
      BoundedOutput content = watched.keep(child.getInputStream(), MOST_FILE + 1);
      BoundedOutput errors = watched.keep(child.getErrorStream(), MOST_ERRORS);
      int status = watched.await(child);
      return new Answer(status, content.complete().bytes(), errors.complete().lastLine());
    }
  }
}
