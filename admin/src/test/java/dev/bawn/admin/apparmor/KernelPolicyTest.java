package dev.bawn.admin.apparmor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KernelPolicyTest {

  private static final AgentName NOIR = AgentName.of("a.noir");

  @TempDir private Path root;
  private KernelPolicy policy;

  @BeforeEach
  void aKernelWithAppArmor() throws IOException {
    policy = new KernelPolicy(new SystemLayout(root));
    write("sys/module/apparmor/parameters/enabled", "Y\n");
    Files.createDirectories(root.resolve("sys/kernel/security/apparmor/policy/profiles"));
    write("sys/kernel/security/apparmor/.remove", "");
  }

  @Test
  void a_policy_is_removed_by_its_name() throws IOException {
    loaded("bawn.a.noir.3", "bawn.a.noir", "enforce");

    policy.remove(NOIR);

    assertEquals("bawn.a.noir", removed());
  }

  @Test
  void a_policy_that_is_not_loaded_needs_no_removal() throws IOException {
    loaded("bawn.a.noir.b.3", "bawn.a.noir.b", "enforce");

    policy.remove(NOIR);

    assertEquals("", removed());
  }

  @Test
  void the_state_of_a_policy_is_the_kernels_word() throws IOException {
    assertEquals("not loaded", policy.describe(NOIR));
    loaded("bawn.a.noir.0", "bawn.a.noir", "complain");
    assertEquals("complain", policy.describe(NOIR));
  }

  @Test
  void without_apparmor_there_is_nothing_to_do() throws IOException {
    write("sys/module/apparmor/parameters/enabled", "N\n");

    policy.load(NOIR, root.resolve("missing"));
    policy.remove(NOIR);

    assertEquals("none", policy.describe(NOIR));
    assertEquals("", removed());
  }

  private void loaded(String directory, String name, String mode) throws IOException {
    String base = "sys/kernel/security/apparmor/policy/profiles/" + directory;
    write(base + "/name", name + "\n");
    write(base + "/mode", mode + "\n");
  }

  private String removed() throws IOException {
    return Files.readString(root.resolve("sys/kernel/security/apparmor/.remove"));
  }

  private void write(String path, String content) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
