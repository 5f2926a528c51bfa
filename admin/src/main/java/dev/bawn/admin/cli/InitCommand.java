package dev.bawn.admin.cli;

import dev.bawn.admin.account.Accounts;
import dev.bawn.admin.account.SystemAccounts;
import dev.bawn.admin.agent.UidCounter;
import dev.bawn.admin.apparmor.BubblewrapProfile;
import dev.bawn.admin.apparmor.BubblewrapProfile.State;
import dev.bawn.admin.sealing.AdminSettings;
import dev.bawn.admin.sealing.SigningKeys;
import dev.bawn.admin.sealing.SigningKeys.Protection;
import dev.bawn.admin.sealing.UidRange;
import dev.bawn.admin.system.BootUnits;
import dev.bawn.admin.system.SystemDirectory;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.doctor.EnableAppArmor;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.signing.SecretKey;
import dev.bawn.contract.trust.Installation;
import dev.bawn.contract.trust.KernelLink;
import dev.bawn.contract.trust.KernelPolicies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/** {@code init}: creates everything that agents need. It can be repeated and reports each step. */
final class InitCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addOption(
            Parameters.repeatable(
                "--operator",
                "USER",
                "let this user start the agents that are created later (default: for each agent, the user who runs 'sudo bawn-admin create')"))
        .addOption(
            Parameters.option(
                "--agent-uids",
                "FIRST-LAST",
                "use these user and group IDs for new agents (default: " + UidRange.DEFAULT + ")"))
        .addOption(Parameters.flag("--passphrase", "protect a new signing key with a passphrase"));
  }

  @Override
  public List<String> examples() {
    return List.of("sudo bawn-admin init", "sudo bawn-admin init --operator alice --operator bob");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    requireRootsInstallation(assembly, here);
    SortedSet<Uid> named = Operators.named(typed.values("--operator"));
    Optional<UidRange> range =
        Optional.of(typed.value("--agent-uids", ""))
            .filter(text -> !text.isEmpty())
            .map(UidRange::of);
    directories(assembly, here);
    // under the lock: two processes at once would create two keys
    try (LockedState state = LockedState.withoutKey(here)) {
      for (String made : new SystemAccounts(here.layout()).create()) {
        here.out().println("created the " + made);
      }
      Files.setAttribute(
          here.layout().homes(), "unix:gid", Accounts.gid(SystemAccounts.AGENTS).number());
      key(assembly.keys(), typed, here);
      operators(named, here);
      if (range.isPresent()) {
        range(range.get(), assembly.uids(), here);
      }
      state.refresh();
    }
    BootUnits units = new BootUnits(here.layout());
    if (units.enable(BootUnits.POLICIES)) {
      WrappedText.print(
          "enabled " + BootUnits.POLICIES + ", which loads the policies at each boot", here);
    }
    if (units.start(BootUnits.MIRRORS)) {
      WrappedText.print(
          "enabled " + BootUnits.MIRRORS + ", which keeps the mirrors up to date", here);
    }
    step(here);
    adviseOnAppArmor(here);
    String operator = Operators.hasDefault(here) ? "" : " --operator USER";
    WrappedText.print("ready; next: sudo bawn-admin create a.noir" + operator, here);
    return 0;
  }

  private static void operators(SortedSet<Uid> named, Surroundings here) throws IOException {
    AdminSettings settings = AdminSettings.read(here.layout());
    SortedSet<Uid> before = settings.operators();
    SortedSet<Uid> all = new TreeSet<>(before);
    all.addAll(named);
    settings.withOperators(all).write(here.layout());
    if (!all.equals(before)) {
      WrappedText.print("operators of new agents: " + Operators.text(all, here.layout()), here);
    }
  }

  /** Uids must grow: a launcher interprets a lower uid as an old policy of the agent. */
  private static void range(UidRange wanted, UidCounter uids, Surroundings here)
      throws IOException {
    AdminSettings settings = AdminSettings.read(here.layout());
    if (settings.range().equals(wanted)) {
      return;
    }
    Optional<Uid> next = uids.next();
    if (next.isPresent() && next.get().compareTo(wanted.last()) > 0) {
      throw new Refused(
          "user IDs below " + next.get() + " were used before, and bawn-admin uses each one once",
          "choose a range that ends at " + next.get() + " or above");
    }
    settings.withRange(wanted, next.isPresent()).write(here.layout());
    here.out().println("uids of new agents: " + wanted);
  }

  private static void step(Surroundings here) throws IOException {
    if (new BubblewrapProfile(here.layout(), here.library()).settle() == State.LOADED) {
      WrappedText.print(
          "this system restricts bubblewrap; loaded the profile bawn-bubblewrap, with which every local"
              + " user can make user namespaces",
          here);
    }
  }

  private static void adviseOnAppArmor(Surroundings here) {
    if (new KernelPolicies(here.layout()).hasAppArmor()) {
      return;
    }
    List<String> lines = EnableAppArmor.on(here.layout()).lines();
    boolean isPossible = lines.stream().anyMatch(line -> !line.startsWith("#"));
    WrappedText.print(KernelLink.NO_APPARMOR + (isPossible ? "; to enable AppArmor:" : ":"), here);
    lines.forEach(line -> here.out().println("  " + line));
  }

  /**
   * Requires that only root can write to the installation: its programs run as root and in each
   * session.
   */
  private static void requireRootsInstallation(Assembly assembly, Surroundings here)
      throws IOException {
    Installation installation = Installation.in(here.library());
    List<Path> files = new ArrayList<>(installation.filters());
    files.addAll(List.of(installation.enter(), installation.admin(), java()));
    for (Path file : files) {
      assembly
          .rootOwned()
          .problem(file)
          .ifPresent(problem -> {
            throw new Refused(
                "this installation cannot be trusted: " + problem.sentence(),
                "install bawn with: sudo packaging/install");
          });
    }
  }

  /** Returns the JVM that runs this program; it was recorded when bawn was installed. */
  private static Path java() throws IOException {
    return Path.of(System.getProperty("java.home"), "bin", "java").toRealPath();
  }

  private static void directories(Assembly assembly, Surroundings here) throws IOException {
    for (SystemDirectory own : SystemDirectory.of(here.layout())) {
      if (own.make(assembly.rootOwned())) {
        here.out().println("created " + own.path());
      }
    }
  }

  private static void key(SigningKeys keys, Typed typed, Surroundings here) throws IOException {
    if (keys.currentId().isPresent()) {
      if (typed.has("--passphrase")) {
        throw new Refused(
            "this machine has a signing key; --passphrase is for a new one",
            "make a new one with a passphrase: sudo bawn-admin key rotate --passphrase");
      }
      keys.trustCurrent();
      return;
    }
    Protection protection = typed.has("--passphrase") ? Protection.PASSPHRASE : Protection.NONE;
    SecretKey made = keys.create(new SecureRandom(), protection);
    here.out().println("created signing key " + made.publicKey().id());
  }
}
