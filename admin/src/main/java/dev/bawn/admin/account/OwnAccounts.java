package dev.bawn.admin.account;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.Layout;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The group and the account that bawn needs itself, whatever agents there are. Those that it finds
 * it takes as they are, and leaves.
 */
public final class OwnAccounts {

  /** The group of all agents: it opens the parent of their homes to them, and to nobody else. */
  public static final String AGENTS = "agents";

  /** The account that receives mirrors and can write nothing else. */
  public static final String MIRROR_KEEPER = "bawn-mirror";

  private static final String AGENTS_GROUP = "group " + AGENTS;
  private static final String MIRROR_USER = "user " + MIRROR_KEEPER;

  /** What userdel(8) ends with when a process has the account. */
  private static final int IN_USE = 8;

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final MadeAccounts made;

  /**
   * @param layout where it is noted which of them were made
   */
  public OwnAccounts(Layout layout) {
    this.made = new MadeAccounts(layout);
  }

  /**
   * Makes what is missing. Safe to repeat.
   *
   * @return what was made just now, such as {@code group agents}
   */
  public List<String> create() throws IOException {
    List<String> now = new ArrayList<>();
    if (Accounts.entry("group", AGENTS).isEmpty()) {
      made.note(AGENTS_GROUP);
      now.add(AGENTS_GROUP);
      SystemProgram.named("groupadd").must("--system", AGENTS);
    }
    if (Accounts.entry("passwd", MIRROR_KEEPER).isEmpty()) {
      made.note(MIRROR_USER);
      now.add(MIRROR_USER);
      SystemProgram.named("useradd")
          .must(
              "--system",
              "--user-group",
              "--no-create-home",
              "--home-dir",
              "/nonexistent",
              "--shell",
              "/usr/sbin/nologin",
              "--comment",
              "bawn receives mirrors",
              MIRROR_KEEPER);
    }
    return now;
  }

  /** Takes away what {@link #create} made, and nothing that it found. Safe to repeat. */
  public void remove() throws IOException {
    if (made.has(MIRROR_USER)) {
      if (Accounts.entry("passwd", MIRROR_KEEPER).isPresent()) {
        removeKeeper();
      }
      removeGroup(MIRROR_KEEPER);
    }
    if (made.has(AGENTS_GROUP)) {
      removeGroup(AGENTS);
    }
  }

  /** A child of a sync that has just ended may still be ending: userdel(8) refuses meanwhile. */
  private static void removeKeeper() throws IOException {
    SystemProgram userdel = SystemProgram.named("userdel");
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    SystemProgram.Result result = userdel.run(MIRROR_KEEPER);
    while (result.status() == IN_USE && System.nanoTime() < deadline) {
      Pause.of(PAUSE);
      result = userdel.run(MIRROR_KEEPER);
    }
    if (result.status() != 0) {
      throw new Failed(
          "the account " + MIRROR_KEEPER + " stays: " + Printable.of(result.lastLine()),
          "end what uses it (sync --watch?), then run this again");
    }
  }

  private static void removeGroup(String group) throws IOException {
    if (Accounts.entry("group", group).isPresent()) {
      SystemProgram.named("groupdel").must(group);
    }
  }
}
