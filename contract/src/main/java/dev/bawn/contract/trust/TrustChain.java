package dev.bawn.contract.trust;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.tool.ToolDefinitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Verifies the links V1 to V12 in this order and stops at the first broken one. Every check reads
 * data that only root can change, so a verified state stays valid unless root changes it: for that
 * case the entry point compares the serial again.
 */
public final class TrustChain {

  private final SystemLayout layout;
  private final Installation installation;
  private final RootOwned rootOwned;

  /**
   * @param layout of the policies
   * @param installation the programs that a start needs
   * @param rootOwned decides whether a path belongs to root
   */
  public TrustChain(SystemLayout layout, Installation installation, RootOwned rootOwned) {
    this.layout = layout;
    this.installation = installation;
    this.rootOwned = rootOwned;
  }

  /**
   * Verifies V1 to V10; for {@link Depth#WHOLE}, V11 and V12 of each project, too.
   *
   * @param told is called for each valid link
   * @throws NotFound if there is no such agent
   * @throws Refused if the caller is not an operator of the agent
   * @throws BrokenLink at the first broken link
   */
  public Verified check(Request request, Consumer<Finding> told) {
    List<Finding> findings = new ArrayList<>();
    Consumer<Finding> note =
        finding -> {
          findings.add(finding);
          told.accept(finding);
        };
    AgentName agent = request.agent();
    Signed signed = signed(agent, TrustedKeys.read(layout, rootOwned), note);
    SealedFiles files = signed.files();
    files.readAhead();
    Generation generation = signed.generation();
    ManifestLink manifests = new ManifestLink(layout);
    Manifest manifest = sealed(signed, manifests, note).manifest();
    requireOperator(request.caller(), manifest);
    manifests.requireNamed(manifest, request.caller());
    requireFresh(request, manifest, generation);
    note.accept(holds(VerificationStep.V5, "serial " + manifest.serial() + " is current"));
    Finding unchanged = FilesLink.check(manifest, files);
    new IdentityLink(layout, rootOwned).check(manifest);
    note.accept(unchanged);
    note.accept(
        new CommandsLink(layout, rootOwned, request.depth()).check(manifest, generation, files));
    note.accept(new ToolsLink(layout, rootOwned).check(manifest, request.depth()));
    note.accept(installation.check(rootOwned));
    KernelLink kernel = new KernelLink(layout);
    note.accept(kernel.check(manifest, files));
    if (request.depth() == Depth.WHOLE) {
      manifest.assignments().forEach(each -> note.accept(project(manifest, each)));
      WritableLink writable =
          new WritableLink(layout, new ToolDefinitions(layout, installation.library(), rootOwned));
      manifest
          .assignments()
          .forEach(each -> note.accept(writable.check(manifest, each, generation, files)));
    }
    return new Verified(manifest, generation, findings, kernel.hasAppArmor());
  }

  /**
   * Verifies V11 of a project, which is chosen once the manifest is known.
   *
   * @throws NotFound if the agent has no such project
   * @throws BrokenLink if its mirror is not bawn's
   */
  public VerifiedStart start(Verified verified, ProjectId project) {
    Assignment assignment = verified.manifest().assignment(project);
    return new VerifiedStart(verified, assignment, project(verified.manifest(), assignment));
  }

  /**
   * A manifest with a valid signature.
   *
   * @param manifest the policy
   * @param generation its directory
   */
  public record Sealed(Manifest manifest, Generation generation) {}

  /**
   * Verifies V1 to V4 only: the basis of root's changes to an agent, even one with broken later
   * links.
   *
   * @throws NotFound if there is no such agent
   * @throws BrokenLink at the first broken link
   */
  public Sealed sealed(AgentName agent) {
    TrustedKeys keys = TrustedKeys.read(layout, rootOwned);
    return sealed(signed(agent, keys, finding -> {}), new ManifestLink(layout), finding -> {});
  }

  /**
   * Verifies V1 to V4 of many agents, on all processors: the trusted keys and the accounts are read
   * once.
   *
   * @return the valid ones, in the order of their agents
   * @throws BrokenLink if the trusted keys themselves do not belong to root
   */
  public List<Sealed> intact(List<AgentName> agents) {
    if (agents.isEmpty()) {
      return List.of();
    }
    TrustedKeys keys = TrustedKeys.read(layout, rootOwned);
    ManifestLink manifests = new ManifestLink(layout);
    return agents.parallelStream()
        .map(agent -> intact(agent, keys, manifests))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Sealed> intact(AgentName agent, TrustedKeys keys, ManifestLink manifests) {
    try {
      return Optional.of(sealed(signed(agent, keys, finding -> {}), manifests, finding -> {}));
    } catch (BrokenLink broken) {
      return Optional.empty();
    }
  }

  /** The result of V1 to V3: bytes that root signed, and the files beside them. */
  private record Signed(
      AgentName agent, Generation generation, byte[] manifest, SealedFiles files) {}

  private Signed signed(AgentName agent, TrustedKeys keys, Consumer<Finding> note) {
    note.accept(holds(VerificationStep.V1, keys.describe()));
    Generation generation = new AgentLink(layout, rootOwned).follow(agent);
    note.accept(
        holds(VerificationStep.V2, "the policy of " + agent + " is in " + generation.directory()));
    byte[] bytes = SealLink.check(agent, generation, keys);
    note.accept(holds(VerificationStep.V3, "the signature of the manifest is valid"));
    return new Signed(agent, generation, bytes, new SealedFiles(generation, rootOwned));
  }

  private static Sealed sealed(Signed signed, ManifestLink manifests, Consumer<Finding> note) {
    Manifest manifest = manifests.check(signed.agent(), signed.manifest(), signed.files());
    note.accept(
        holds(
            VerificationStep.V4,
            "the manifest names " + signed.agent() + ", uid " + manifest.uid()));
    return new Sealed(manifest, signed.generation());
  }

  private Finding project(Manifest manifest, Assignment assignment) {
    return new ProjectLink(layout, rootOwned).check(manifest, assignment);
  }

  private static Finding holds(VerificationStep step, String sentence) {
    return new Finding(step, Finding.Strength.HOLDS, sentence);
  }

  /**
   * Requires that a user is an operator of an agent, or root.
   *
   * @throws Refused if not
   */
  public void requireOperator(Uid caller, Manifest manifest) {
    if (!caller.equals(Uid.ROOT) && !manifest.operators().contains(caller)) {
      throw notYours(manifest.agent());
    }
  }

  /** The refusal of an agent of another operator. */
  public static Refused notYours(AgentName agent) {
    return new Refused(
        agent + " is not your agent",
        "list yours: bawn agents; or ask root: sudo bawn-admin operator add " + agent + " USER");
  }

  private static String times(long number) {
    return number == 1 ? "once" : number + " times";
  }

  private static void requireFresh(Request request, Manifest manifest, Generation generation) {
    String directory = generation.directory().getFileName().toString();
    if (!manifest.serial().toString().equals(directory)) {
      throw new BrokenLink(
          VerificationStep.V5,
          "the policy of " + request.agent() + " is in the directory of another serial",
          "serial " + directory,
          "serial " + manifest.serial(),
          "run: sudo bawn-admin reseal " + request.agent());
    }
    Optional<SeenState> latest = request.latestSeen();
    if (latest.isPresent() && latest.get().isLaterThan(SeenState.of(manifest))) {
      throw new BrokenLink(
          VerificationStep.V5,
          "the policy of " + request.agent() + " is older than a policy that you have seen",
          latest.get() + " or later",
          SeenState.of(manifest).toString(),
          "ask root whether a backup was restored; then "
              + times(latest.get().signaturesAfter(manifest))
              + ": sudo bawn-admin reseal "
              + request.agent());
    }
  }
}
