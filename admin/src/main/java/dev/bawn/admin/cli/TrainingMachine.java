package dev.bawn.admin.cli;

import dev.bawn.admin.recipe.MachineProbe;
import dev.bawn.admin.sealing.GenerationWriter;
import dev.bawn.admin.sealing.PolicyDecisions;
import dev.bawn.admin.sealing.ProfileFiles;
import dev.bawn.contract.agent.AdoptedTool;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.agent.Manifest;
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
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.signing.SecretKey;
import dev.bawn.contract.tool.ToolDefinitions;
import dev.bawn.contract.tool.TreeDigest;
import dev.bawn.contract.trust.FileIdentity;
import dev.bawn.contract.trust.Installation;
import dev.bawn.contract.trust.KernelPolicies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A system below a temporary directory, with an agent whose policy is signed by a temporary key.
 * Both programs train their AOT caches on it: {@code bawn-admin} by creating it, the launcher by
 * starting the agent.
 */
final class TrainingMachine {

  private static final AgentName AGENT = AgentName.of("practice");
  private static final ProjectId PROJECT = ProjectId.of("app");
  private static final Uid AGENTS_UID = new Uid(70_000);
  private static final Uid OPERATOR = new Uid(1000);

  /** This user exists on every machine: rehearsals need a user to read files as. */
  private static final Uid NOBODY = new Uid(65_534);

  private static final CommandName TOOL = CommandName.of("claude");
  private static final String VERSION = "1.0";
  private static final byte[] COMPILED = {1, 2, 3};

  private static final String DEFINITION =
      """
      format = 1
      label = "A tool"
      rank = 10
      command = "claude"
      find = ["path", "~/.local/bin/claude", "npm", "versions"]
      env = ["ANTHROPIC_API_KEY"]
      needs = [["ANTHROPIC_API_KEY"]]
      login = [".claude/.credentials.json"]

      [prompt]
      interactive = ["{prompt}"]
      once = ["--print", "{prompt}"]
      """;

  private final SystemLayout layout;
  private final Uid owner;

  /**
   * @param root an empty directory
   */
  TrainingMachine(Path root) throws IOException {
    layout = new SystemLayout(root);
    owner = new Uid((Integer) Files.getAttribute(root, "unix:uid"));
  }

  /** Creates the system. */
  void build() throws IOException {
    for (String directory :
        List.of(
            "etc/bawn/keys", "etc/bawn/trusted", "usr/lib", "usr/sbin", "var/lib/bawn/agents")) {
      Files.createDirectories(layout.at(directory));
    }
    Files.createDirectories(layout.mirror(PROJECT));
    write("etc/passwd", account(AGENT.text(), AGENTS_UID) + account("bawn-mirror", owner));
    write("usr/bin/bwrap", "--disable-userns");
    write("usr/bin/sudo", "#!/bin/sh\nexit 0\n").toFile().setExecutable(true);
    Files.createSymbolicLink(layout.at("usr/bin/sh"), Path.of("bash"));
    for (Path starter : Installation.in(layout.at("usr/lib/bawn")).starters()) {
      write("usr/lib/bawn/" + starter.getFileName(), "");
    }
    write("usr/lib/bawn/session.bpf", "");
    write("usr/lib/bawn/jit.bpf", "");
    write("usr/lib/bawn/tools/claude.toml", DEFINITION);
    write("prompt", "do it");
    write("config/bawn/env", "ANTHROPIC_API_KEY=practice\n");
    Files.setPosixFilePermissions(
        layout.at("config/bawn/env"), PosixFilePermissions.fromString("rw-------"));
    write("plan", "");
    write("etc/sudoers.d/bawn", "");
    seal();
    publishPolicy();
  }

  private static String account(String name, Uid uid) {
    return name + ":x:" + uid + ":" + uid + "::/nonexistent:/usr/sbin/nologin\n";
  }

  private Path write(String path, String content) throws IOException {
    Path file = layout.at(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private void seal() throws IOException {
    SecretKey key = SecretKey.generate(new SecureRandom());
    Files.write(layout.trusted().resolve(key.publicKey().id() + ".pub"), key.publicKey().write());
    GenerationWriter writer =
        new GenerationWriter(
            layout,
            new MachineProbe(
                layout,
                new ToolDefinitions(
                    layout, layout.at("usr/lib/bawn"), new RootOwned(layout.root(), owner))),
            (manifest, machine, generation) -> new ProfileFiles("", Optional.of(COMPILED)),
            () -> key);
    Generation generation = writer.write(new PolicyDecisions(manifest(), new TreeMap<>()));
    Files.createSymbolicLink(
        layout.agent(AGENT), layout.agents().relativize(generation.directory()));
  }

  private Manifest manifest() throws IOException {
    List<AllowedCommand> commands = List.of(command("bash"), command("git"), tool());
    return new Manifest(
        AGENT,
        AGENTS_UID,
        AGENTS_UID,
        new TreeSet<>(List.of(OPERATOR)),
        new TreeMap<>(Map.of(OPERATOR, "practice-user", NOBODY, "nobody")),
        Serial.FIRST,
        Instant.EPOCH,
        Profile.STANDARD,
        Confinement.PREFERRED,
        Pin.WARN,
        NetworkPolicy.OPEN,
        Limits.DEFAULT,
        Execution.SIGNED,
        Collections.emptySortedMap(),
        Optional.empty(),
        commands,
        List.of(adopted()),
        List.of(
            new Assignment(
                PROJECT,
                ProjectPath.of("/home/practice/app"),
                NOBODY,
                Optional.of(new Repository("/home/practice/app")),
                "",
                Workspace.MIRROR,
                PROJECT,
                List.of(),
                List.of())),
        new TreeMap<>());
  }

  private AllowedCommand command(String name) throws IOException {
    return command(CommandName.of(name), "usr/bin/" + name);
  }

  private AllowedCommand tool() throws IOException {
    return command(TOOL, "var/lib/bawn/tools/" + TOOL + "/" + VERSION + "/bin/" + TOOL);
  }

  private AdoptedTool adopted() throws IOException {
    TreeDigest digest =
        TreeDigest.of(layout.tool(TOOL, VERSION), new RootOwned(layout.root(), owner));
    return new AdoptedTool(
        TOOL,
        VERSION,
        digest.sha256(),
        List.of(KeyName.of("ANTHROPIC_API_KEY"), KeyName.of("OPENAI_API_KEY")));
  }

  private AllowedCommand command(CommandName name, String path) throws IOException {
    Path program = write(path, name.text());
    FileIdentity now = FileIdentity.of(program);
    return new AllowedCommand(
        name,
        "/" + path,
        Sha256.of(Files.readAllBytes(program)),
        now.ino(),
        now.size(),
        now.ctimeNs());
  }

  /**
   * Writes the files of a kernel with AppArmor, so that this part of a start is trained on all
   * machines.
   */
  private void publishPolicy() throws IOException {
    write("sys/module/apparmor/parameters/enabled", "Y\n");
    Path policy = new KernelPolicies(layout).directory().resolve(AGENT.profileName() + ".1");
    String at = layout.root().relativize(policy).toString();
    write(at + "/name", AGENT.profileName() + "\n");
    write(at + "/mode", "enforce\n");
    write(at + "/raw_sha256", Sha256.of(COMPILED).hex() + "\n");
  }
}
