package dev.bawn.admin.mirror;

import dev.bawn.admin.account.Accounts;
import dev.bawn.admin.agent.Mirrors;
import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.Layout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Mirrors that are read by a child of the owner's and written by one within walls. */
public final class WalledMirrors implements Mirrors {

  private static final int MOST_LIST = 256 << 20;
  private static final int MOST_FILE = 1 << 20;
  private static final int SHOWN = 8;

  private final Layout layout;
  private final Path library;

  /**
   * @param layout where mirrors lie
   * @param library the directory {@code lib/bawn}, which has the children's programs
   */
  public WalledMirrors(Layout layout, Path library) {
    this.layout = layout;
    this.library = library;
  }

  @Override
  public Survey survey(Path typed, Optional<Uid> caller) throws IOException {
    Uid owner = caller.isPresent() ? caller.get() : ownerOf(typed);
    if (owner.equals(Uid.ROOT)) {
      throw new Refused(
          typed + " is root's, and a project belongs to a user", "give it to its user: chown");
    }
    List<String> found = ask(owner, "survey", typed.toString());
    if (found.size() != 2) {
      throw new NotFound(
          "there is no directory " + Printable.of(typed.toString()),
          "check the path of the project");
    }
    ProjectPath path = ProjectPath.of(found.getFirst());
    if (!found.getLast().equals(owner.toString())) {
      throw new Refused(
          path + " belongs to another user (uid " + found.getLast() + ")",
          "its owner can assign it with sudo, or root itself, without sudo");
    }
    return new Survey(path, owner);
  }

  /**
   * Root asked directly, so root's own look at whose directory it is decides nothing that root did
   * not.
   */
  private static Uid ownerOf(Path typed) throws IOException {
    SystemProgram.Result result =
        SystemProgram.named("stat").run("-Lc", "%u", "--", typed.toString());
    if (result.status() != 0) {
      throw new NotFound(
          "there is no directory " + Printable.of(typed.toString()),
          "check the path of the project");
    }
    return new Uid(Integer.parseInt(result.output().strip()));
  }

  /** The records that one of the owner's small programs answers with, each followed by NUL. */
  private List<String> ask(Uid owner, String program, String... arguments) throws IOException {
    List<String> command = Stream.concat(Stream.of(own(program)), Stream.of(arguments)).toList();
    byte[] answer = run(owner, command, MOST_FILE).content();
    String text = new String(answer, StandardCharsets.UTF_8);
    return text.isEmpty()
        ? List.of()
        : List.of(text.substring(0, text.length() - 1).split("\0", -1));
  }

  private String own(String program) {
    return library.resolve("owner-" + program).toString();
  }

  private record Answer(int status, byte[] content, List<String> talk) {}

  private static Answer run(Uid owner, List<String> command, int most) throws IOException {
    try (Watched watched = new Watched()) {
      Process child = watched.start(OwnerChild.of(owner).running(command, Map.of()));
      child.getOutputStream().close();
      ByteArrayOutputStream content = watched.collect(child.getInputStream(), most);
      ByteArrayOutputStream talk = watched.collectTalk(child);
      int status = watched.await(child);
      return new Answer(status, content.toByteArray(), Watched.lines(talk));
    }
  }

  @Override
  public Report bring(Assignment assignment, List<String> mountPoints) throws IOException {
    Masks masks = Masks.of(assignment.masks());
    Answer list = list(assignment, masks, "left");
    Path mirror = layout.mirror(assignment.mirror());
    List<String> unreadable;
    if (Files.isDirectory(mirror)) {
      unreadable = receive(assignment, mirror, list, mountPoints);
    } else {
      Path building = mirror.resolveSibling(".new-" + assignment.mirror());
      SystemProgram.named("rm").must("-rf", "--one-file-system", "--", building.toString());
      SystemProgram.named("install")
          .must(
              "-d",
              "-m",
              "0750",
              "-o",
              Accounts.MIRROR_KEEPER,
              "-g",
              Accounts.MIRROR_KEEPER,
              building.toString());
      unreadable = receive(assignment, building, list, mountPoints);
      Files.move(building, mirror);
    }
    SystemProgram.named("sync").must("-f", mirror.toString());
    return new Report(count(list.content()), unreadable);
  }

  @Override
  public Masked masked(Assignment assignment) throws IOException {
    byte[] names = list(assignment, Masks.of(assignment.masks()), "masked").content();
    return new Masked(first(names), Math.max(0, count(names) - SHOWN));
  }

  private Answer list(Assignment assignment, Masks masks, String which) throws IOException {
    String project = assignment.source().text();
    Answer list =
        run(
            assignment.owner(),
            List.of(own("list"), project, which, masks.always(), masks.some(), masks.spared()),
            MOST_LIST);
    if (list.status() != 0) {
      String said =
          list.talk().stream()
              .reduce((a, b) -> b)
              .orElse("it is gone, or not readable for its owner");
      throw new Failed("cannot list " + project + ": " + Printable.of(said), hint(said));
    }
    return list;
  }

  private static String hint(String said) {
    return said.contains("dubious ownership") || said.contains("safe.directory")
        ? "the project and its .git belong to different users: give both to one"
        : "try as its owner: git status";
  }

  private List<String> receive(
      Assignment assignment, Path mirror, Answer list, List<String> mountPoints)
      throws IOException {
    try (Watched watched = new Watched()) {
      Process receiver = watched.start(receiver(mirror).process(mountPoints));
      Process sender = watched.start(sender(assignment));
      ByteArrayOutputStream talk = watched.collectTalk(receiver);
      watched.collectTalk(sender);
      OutputStream in = receiver.getOutputStream();
      in.write((list.content().length + "\n").getBytes(StandardCharsets.US_ASCII));
      in.write(list.content());
      in.flush();
      watched.carry(sender.getInputStream(), in);
      watched.carry(receiver.getInputStream(), sender.getOutputStream());
      int status = watched.await(receiver);
      return judge(status, Watched.lines(talk), list);
    }
  }

  private Receiver receiver(Path mirror) throws IOException {
    Uid uid = Accounts.uid(Accounts.MIRROR_KEEPER);
    return new Receiver(uid, Accounts.gid(Accounts.MIRROR_KEEPER), library, mirror);
  }

  private ProcessBuilder sender(Assignment assignment) throws IOException {
    String configuration = "--config=" + library.resolve("owner-rsyncd.conf");
    return OwnerChild.of(assignment.owner())
        .running(
            List.of("/usr/bin/rsync", "--server", "--daemon", configuration, "."),
            Map.of("BAWN_PROJECT", assignment.source().text()));
  }

  /** rsync(1): 23 is a partial transfer, because something could not be read; it has told what. */
  private static List<String> judge(int status, List<String> talk, Answer list) {
    List<String> said =
        Stream.concat(list.talk().stream(), talk.stream()).map(Printable::of).toList();
    if (status != 0 && status != 23) {
      String last = said.isEmpty() ? "status " + status : said.getLast();
      throw new Failed("copying the project failed: " + last, "run the command again");
    }
    return said.stream().filter(line -> line.contains("Permission denied")).limit(SHOWN).toList();
  }

  private static long count(byte[] names) {
    long count = 0;
    for (byte b : names) {
      count += b == 0 ? 1 : 0;
    }
    return count;
  }

  private static List<String> first(byte[] names) {
    String text = new String(names, StandardCharsets.UTF_8);
    return Stream.of(text.split("\0"))
        .filter(name -> !name.isEmpty())
        .limit(SHOWN)
        .map(Printable::of)
        .toList();
  }

  @Override
  public byte[] read(Path file, Optional<Uid> caller) throws IOException {
    Uid reader = caller.orElse(Uid.ROOT);
    Answer answer =
        run(
            reader,
            List.of("/usr/bin/head", "-c", "" + MOST_FILE, "--", file.toString()),
            MOST_FILE);
    if (answer.status() != 0) {
      throw new NotFound(
          "cannot read " + Printable.of(file.toString()), "name a file that you can read");
    }
    return answer.content();
  }

  @Override
  public void link(AgentName agent, Assignment assignment) throws IOException {
    Path scratch = layout.scratch(agent, assignment.id());
    List<String> command =
        List.of(own("link"), assignment.source().text(), agent.text(), scratch.toString());
    Answer answer = run(assignment.owner(), command, 0);
    if (answer.status() != 0) {
      String said = answer.talk().stream().reduce((a, b) -> b).orElse("no reason given");
      throw new Failed(
          "the link in the project could not be made: " + Printable.of(said), "make it by hand");
    }
  }

  @Override
  public void unlink(AgentName agent, Assignment assignment) throws IOException {
    Path scratch = layout.scratch(agent, assignment.id());
    run(
        assignment.owner(),
        List.of(own("unlink"), assignment.source().text(), agent.text(), scratch.toString()),
        0);
  }
}
