package dev.bawn.contract.world;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ManifestFile;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.Pin;
import dev.bawn.contract.agent.Profile;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Repository;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.sandbox.WritablePlaces;
import dev.bawn.contract.seal.SealComment;
import dev.bawn.contract.trust.Depth;
import dev.bawn.contract.trust.FileIdentity;
import dev.bawn.contract.trust.Finding;
import dev.bawn.contract.trust.Installation;
import dev.bawn.contract.trust.Request;
import dev.bawn.contract.trust.TrustChain;
import dev.bawn.contract.trust.Verified;
import dev.bawn.contract.trust.VerifiedStart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A machine with the agent a.noir, which may run bash and git in the project app. The user who runs
 * the tests is used as root and as the keeper of mirrors.
 */
public final class World {

  /** The agent. */
  public static final AgentName NOIR = AgentName.of("a.noir");

  /** Its project. */
  public static final ProjectId APP = ProjectId.of("app");

  /** Its operator. */
  public static final Uid ALICE = new Uid(1000);

  private static final Serial SERIAL = new Serial(17);

  private final SystemLayout layout;
  private final Uid self;
  private final TestSigner signer = new TestSigner(1);

  /**
   * @param root an empty directory
   */
  public World(Path root) throws IOException {
    layout = new SystemLayout(root);
    self = new Uid((Integer) Files.getAttribute(root, "unix:uid"));
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
    accounts("a.noir:x:70000:70000:bawn agent:/nonexistent:/usr/sbin/nologin");
    trust(signer);
    for (String program : List.of("bash", "git", "sudo")) {
      write(layout.at("usr/bin/" + program), program);
    }
    write(layout.at("usr/bin/bwrap"), "… --disable-userns … --bind-fd …");
    write(layout.at("usr/bin/perl"), "");
    Files.setPosixFilePermissions(
        layout.at("usr/bin/perl"), PosixFilePermissions.fromString("rwxr-xr-x"));
    for (Path starter : installation().starters()) {
      write(starter, "#!/bin/sh\n");
    }
    for (Path filter : installation().filters()) {
      write(filter, "filter");
    }
    write(layout.sudoers(), "");
    directory(layout.mirror(APP));
    seal(manifest());
  }

  /** Returns its paths. */
  public SystemLayout layout() {
    return layout;
  }

  /** Returns the programs that a start needs. */
  public Installation installation() {
    return new Installation(
        layout.at("usr/lib/bawn"), layout.at("usr/bin/bwrap"), layout.at("usr/bin/sudo"));
  }

  /** Returns the check of ownership, with the user of the tests as root. */
  public RootOwned rootOwned() {
    return new RootOwned(layout.root(), self);
  }

  /** Returns the policy directory of a.noir. */
  public Generation generation() {
    return layout.generation(NOIR, SERIAL);
  }

  /**
   * Returns the user who runs the tests; the tests use this user as root and as the owner of every
   * file.
   */
  public Uid self() {
    return self;
  }

  /** Returns root's key. */
  public TestSigner signer() {
    return signer;
  }

  /** Trusts a key. */
  public void trust(TestSigner other) throws IOException {
    write(trustedKey(other), other.publicKey().write());
  }

  /** Returns the file of a trusted key. */
  public Path trustedKey(TestSigner other) {
    return layout.trusted().resolve(other.publicKey().id() + ".pub");
  }

  /** Writes these accounts, and the keeper of mirrors. */
  public void accounts(String... lines) throws IOException {
    String keeper = "bawn-mirror:x:" + self + ":" + self + "::/nonexistent:/usr/sbin/nologin\n";
    write(layout.passwd(), String.join("\n", lines) + "\n" + keeper);
  }

  /** Returns the policy of a.noir, without digests of files. */
  public Manifest manifest() throws IOException {
    return new Manifest(
        NOIR,
        new Uid(70_000),
        new Uid(70_000),
        new TreeSet<>(List.of(ALICE)),
        new TreeMap<>(Map.of(ALICE, "alice")),
        SERIAL,
        Instant.parse("2026-11-21T10:02:11Z"),
        Profile.CUSTOM,
        Confinement.PREFERRED,
        Pin.WARN,
        NetworkPolicy.OPEN,
        Limits.DEFAULT,
        Execution.SIGNED,
        Collections.emptySortedMap(),
        Optional.empty(),
        List.of(command("bash"), command("git")),
        List.of(),
        List.of(
            new Assignment(
                APP,
                ProjectPath.of("/home/alice/app"),
                ALICE,
                Optional.of(new Repository("/home/alice/app")),
                "reviewer",
                Workspace.MIRROR,
                APP,
                List.of(".env*", "secrets/"),
                List.of())),
        new TreeMap<>());
  }

  /** Signs a policy in which the project has another owner and this repository. */
  public World assigned(Uid owner, Optional<Repository> repository) throws IOException {
    Assignment app = manifest().assignment(APP);
    Assignment other =
        new Assignment(
            APP,
            app.source(),
            owner,
            repository,
            app.role(),
            app.workspace(),
            APP,
            app.masks(),
            app.shown());
    return sealed(manifest -> manifest.withAssignments(List.of(other)));
  }

  /** Returns a program of this machine in its present state. */
  public AllowedCommand command(String name) throws IOException {
    Path program = layout.at("usr/bin/" + name);
    FileIdentity now = FileIdentity.of(program);
    return new AllowedCommand(
        CommandName.of(name),
        "/usr/bin/" + name,
        Sha256.of(Files.readAllBytes(program)),
        now.ino(),
        now.size(),
        now.ctimeNs());
  }

  /** Signs a changed policy of a.noir, in the same directory. */
  public World sealed(UnaryOperator<Manifest> change) throws IOException {
    seal(change.apply(manifest()));
    return this;
  }

  /** Signs a changed list of the directories that sessions on a project can write to. */
  public void signedWritable(ProjectId project, UnaryOperator<String> change) throws IOException {
    Manifest manifest = manifest();
    seal(manifest);
    String name = Generation.writableName(project);
    Path list = generation().directory().resolve(name);
    write(list, change.apply(Files.readString(list)));
    SortedMap<String, Sha256> digests = new TreeMap<>(digests(manifest));
    digests.put(name, Sha256.of(Files.readAllBytes(list)));
    sign(ManifestFile.write(manifest.withFiles(digests)));
  }

  private void seal(Manifest manifest) throws IOException {
    Generation generation = generation();
    directory(generation.bin());
    for (CommandName old : List.of(CommandName.of("bash"), CommandName.of("git"))) {
      Files.deleteIfExists(generation.bin().resolve(old.text()));
    }
    for (AllowedCommand command : manifest.commands()) {
      Path link = generation.bin().resolve(command.name().text());
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, Path.of(command.target()));
    }
    copyPrograms(manifest);
    for (var file : files(manifest).entrySet()) {
      write(generation.directory().resolve(file.getKey()), file.getValue());
    }
    sign(ManifestFile.write(manifest.withFiles(digests(manifest))));
    Path link = layout.agent(NOIR);
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, Path.of(".gen", NOIR.text(), SERIAL.toString()));
  }

  private SortedMap<String, byte[]> files(Manifest manifest) {
    SortedMap<String, byte[]> files = Contents.of(manifest);
    for (Assignment each : manifest.assignments()) {
      files.put(
          Generation.writableName(each.id()),
          WritablePlaces.of(layout, generation(), manifest, each, List.of()).write());
    }
    return files;
  }

  private SortedMap<String, Sha256> digests(Manifest manifest) {
    SortedMap<String, Sha256> digests = new TreeMap<>();
    files(manifest).forEach((path, content) -> digests.put(path, Sha256.of(content)));
    return digests;
  }

  private void copyPrograms(Manifest manifest) throws IOException {
    for (AllowedCommand command : manifest.commands()) {
      Path copy = programs(manifest).resolve(command.name().text());
      write(copy, Files.readAllBytes(layout.at(command.target().substring(1))));
      Files.setLastModifiedTime(copy, FileTime.fromMillis(0));
    }
  }

  /** Returns the directory that sessions mount at /usr/bin. */
  public Path programs(Manifest manifest) {
    return layout.programs(Contents.programs(manifest).id());
  }

  /** Signs this manifest as root, with any content. */
  public void sign(byte[] manifest) throws IOException {
    sign(manifest, signer, SealComment.of(NOIR, SERIAL.toString()));
  }

  /** Signs this manifest with any key. */
  public void sign(byte[] manifest, TestSigner by, String comment) throws IOException {
    write(generation().manifest(), manifest);
    write(generation().seal(), by.seal(manifest, comment).write());
  }

  /** Returns the text of the manifest. */
  public String manifestText() throws IOException {
    return Files.readString(generation().manifest());
  }

  /** Returns a kernel with AppArmor and without policies. */
  public FakeKernel kernel() throws IOException {
    return new FakeKernel(this);
  }

  /** Verifies as alice that a.noir can start on app. */
  public VerifiedStart check() {
    return chain().start(check(new Request(NOIR, ALICE, Optional.empty(), Depth.START)), APP);
  }

  /** Verifies a request. */
  public Verified check(Request request) {
    return chain().check(request, finding -> {});
  }

  /** Returns the only finding about a step. */
  public Finding finding(VerificationStep step) {
    return check().findings().stream()
        .filter(finding -> finding.step() == step)
        .findFirst()
        .orElseThrow();
  }

  /** Returns the chain of this machine. */
  public TrustChain chain() {
    return new TrustChain(layout, installation(), rootOwned());
  }

  /** Writes a file of root that all users may read. */
  public static void write(Path file, String content) throws IOException {
    write(file, content.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a file of root that all users may read. */
  public static void write(Path file, byte[] content) throws IOException {
    directory(file.getParent());
    Files.write(file, content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  /** Creates a directory of root, with its parents. */
  public static void directory(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      directory(directory.getParent());
      Files.createDirectory(directory);
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }
}
