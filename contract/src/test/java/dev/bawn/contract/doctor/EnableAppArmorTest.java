package dev.bawn.contract.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EnableAppArmorTest {

  @TempDir private Path root;

  @Test
  void arch_with_grub() {
    assertEquals(
        List.of(
            "sudo pacman -S --needed apparmor",
            "sudo sed -i 's/^GRUB_CMDLINE_LINUX=\"/&lsm=landlock,lockdown,yama,integrity,apparmor,bpf"
                + " /' /etc/default/grub",
            "sudo grub-mkconfig -o /boot/grub/grub.cfg",
            "sudo systemctl enable apparmor",
            "sudo reboot",
            "sudo bawn-admin reseal"),
        lines("ID=arch\n", BootLoader.GRUB, ""));
  }

  @Test
  void what_is_derived_from_arch_with_systemd_boot_keeps_the_modules_that_run() {
    List<String> lines =
        lines(
            "ID=endeavouros\nID_LIKE=\"arch\"\n",
            BootLoader.SYSTEMD_BOOT,
            "capability,landlock,yama,bpf");
    assertEquals(
        "sudo sed -i '/^options/ s/$/ lsm=landlock,yama,apparmor,bpf/' /boot/loader/entries/*.conf",
        lines.get(1));
  }

  @Test
  void arch_with_refind_adds_to_the_parameters_of_each_of_its_lines() throws Exception {
    String line = lines("ID=arch\n", BootLoader.REFIND, "capability,yama").get(1);
    assertEquals("sudo sed -i '/^\"/ s/\" *$/ lsm=yama,apparmor\"/' /boot/refind_linux.conf", line);
    Path file = root.resolve("refind_linux.conf");
    World.write(file, "# kept\n\"Boot\"   \"root=/dev/sda1 rw\" \n\"Single\" \"single\"\n");
    String typed = line.replace("sudo ", "").replace("/boot/refind_linux.conf", file.toString());
    assertEquals(0, new ProcessBuilder("sh", "-c", typed).start().waitFor());
    assertEquals(
        "# kept\n\"Boot\"   \"root=/dev/sda1 rw lsm=yama,apparmor\"\n\"Single\" \"single lsm=yama,apparmor\"\n",
        Files.readString(file));
  }

  @Test
  void arch_with_a_unified_image_builds_it_again() {
    List<String> lines = lines("ID=arch\n", BootLoader.UNIFIED_IMAGE, "capability,yama");
    assertEquals("sudo sed -i '1 s/$/ lsm=yama,apparmor/' /etc/kernel/cmdline", lines.get(1));
    assertEquals("sudo mkinitcpio -P", lines.get(2));
  }

  @Test
  void wsl_2_names_the_file_of_windows() {
    assertEquals(
        List.of(
            "sudo apt install apparmor",
            "# in Windows, add to the section [wsl2] of %UserProfile%\\.wslconfig:",
            "# kernelCommandLine=lsm=landlock,apparmor,bpf",
            "sudo systemctl enable apparmor",
            "# in Windows, run: wsl --shutdown",
            "sudo bawn-admin reseal"),
        lines("ID=ubuntu\nID_LIKE=debian\n", BootLoader.WSL, "capability,landlock,bpf"));
  }

  @Test
  void a_container_gets_no_command() {
    List<String> lines = lines("ID=debian\n", BootLoader.CONTAINER, "capability,yama");
    assertEquals("# this is a container: only its host can enable AppArmor", lines.getFirst());
    assertTrue(lines.stream().allMatch(line -> line.startsWith("#")));
  }

  @Test
  void debian_and_ubuntu_where_somebody_switched_it_off() {
    for (String release : List.of("ID=debian\n", "ID=ubuntu\nID_LIKE=debian\n")) {
      List<String> lines = lines(release, BootLoader.GRUB, "lockdown,capability,landlock,tomoyo");
      assertEquals("sudo apt install apparmor", lines.get(0));
      assertTrue(lines.get(1).contains("lsm=lockdown,landlock,apparmor "), lines.get(1));
      assertEquals("sudo update-grub", lines.get(2));
    }
  }

  @Test
  void a_kernel_that_was_built_without_it_is_said_to_be_one_and_no_line_pretends_to_help() {
    for (String release :
        List.of("ID=fedora\n", "ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n")) {
      for (BuiltIn builtIn : List.of(BuiltIn.NO, BuiltIn.UNKNOWN)) {
        List<String> lines = lines(release, BootLoader.GRUB, "", builtIn);
        assertTrue(
            lines.getFirst().contains("built without AppArmor, as all kernels of"),
            lines.getFirst());
        assertTrue(lines.stream().allMatch(line -> line.startsWith("#")));
      }
    }
    List<String> own = lines("ID=arch\n", BootLoader.GRUB, "", BuiltIn.NO);
    assertTrue(own.getFirst().endsWith("built without AppArmor: no parameter enables it"));
    assertTrue(own.stream().allMatch(line -> line.startsWith("#")));
  }

  @Test
  void fedora_with_a_kernel_of_ones_own_that_has_it() {
    assertEquals(
        List.of(
            "# apparmor_parser and aa-exec are in no package here: gitlab.com/apparmor/apparmor",
            "sudo grubby --update-kernel=ALL --args='lsm=lockdown,yama,apparmor,bpf'",
            "sudo reboot",
            "sudo bawn-admin reseal"),
        lines("ID=fedora\n", BootLoader.GRUB, "lockdown,yama,selinux,bpf", BuiltIn.YES));
  }

  @Test
  void what_a_kernel_was_built_with_stands_beside_it() throws IOException {
    SystemLayout layout = new SystemLayout(root);
    assertEquals(BuiltIn.UNKNOWN, BuiltIn.find(layout));
    World.write(root.resolve("proc/sys/kernel/osrelease"), "6.17.1-300.fc43.x86_64\n");
    assertEquals(BuiltIn.UNKNOWN, BuiltIn.find(layout));
    Path config = root.resolve("lib/modules/6.17.1-300.fc43.x86_64/config");
    World.write(config, "CONFIG_SECURITY=y\n# CONFIG_SECURITY_APPARMOR is not set\n");
    assertEquals(BuiltIn.NO, BuiltIn.find(layout));
    World.write(root.resolve("boot/config-6.17.1-300.fc43.x86_64"), "CONFIG_SECURITY_APPARMOR=y\n");
    assertEquals(BuiltIn.YES, BuiltIn.find(layout));
    // Microsoft's kernel has its configuration only in itself
    World.write(root.resolve("proc/sys/kernel/osrelease"), "6.6.87.2-microsoft-standard-WSL2\n");
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(root.resolve("proc/config.gz")))) {
      out.write("CONFIG_SECURITY_APPARMOR=y\n".getBytes(StandardCharsets.US_ASCII));
    }
    assertEquals(BuiltIn.YES, BuiltIn.find(layout));
  }

  @Test
  void an_unknown_system_gets_the_parameter_and_no_guessed_command() {
    List<String> lines = lines("", BootLoader.UNKNOWN, "");
    assertEquals("# install the package apparmor", lines.get(0));
    assertEquals("# add to the parameters of the kernel:", lines.get(1));
    assertTrue(lines.get(2).startsWith("# lsm="));
    // two columns less than a terminal: bawn-admin init indents the lines
    assertTrue(lines.stream().allMatch(each -> each.length() <= 78), lines.toString());
  }

  @Test
  void the_boot_loader_is_the_one_whose_configuration_is_there() throws IOException {
    SystemLayout layout = new SystemLayout(root);
    assertEquals(BootLoader.UNKNOWN, BootLoader.find(layout));
    Files.createDirectories(root.resolve("etc/default"));
    Files.createFile(root.resolve("etc/default/grub"));
    assertEquals(BootLoader.GRUB, BootLoader.find(layout));
    World.write(root.resolve("boot/refind_linux.conf"), "");
    assertEquals(BootLoader.REFIND, BootLoader.find(layout));
    Files.createDirectories(root.resolve("boot/loader/entries"));
    assertEquals(BootLoader.SYSTEMD_BOOT, BootLoader.find(layout));
    Files.createDirectories(root.resolve("etc/kernel"));
    Files.createFile(root.resolve("etc/kernel/cmdline"));
    assertEquals(BootLoader.UNIFIED_IMAGE, BootLoader.find(layout));
    for (String file : List.of("run/systemd/container", ".dockerenv", "run/.containerenv")) {
      World.write(root.resolve(file), "");
      assertEquals(BootLoader.CONTAINER, BootLoader.find(layout), file);
      Files.delete(root.resolve(file));
    }
    World.write(root.resolve("proc/sys/kernel/osrelease"), "6.6.87.2-microsoft-standard-WSL2\n");
    World.write(root.resolve("run/systemd/container"), "wsl\n");
    assertEquals(BootLoader.WSL, BootLoader.find(layout));
  }

  @Test
  void only_a_machine_with_agents_signs_their_policies_again() throws IOException {
    SystemLayout layout = new SystemLayout(root);
    Files.createDirectories(layout.agents());
    World.write(root.resolve("etc/os-release"), "ID=debian\n");
    String reseal = "sudo bawn-admin reseal";
    assertFalse(EnableAppArmor.on(layout).lines().contains(reseal));
    Files.createSymbolicLink(layout.agents().resolve("a.noir"), Path.of(".gen/a.noir/1"));
    assertTrue(EnableAppArmor.on(layout).lines().contains(reseal));
  }

  private static List<String> lines(String release, BootLoader loader, String modules) {
    return lines(release, loader, modules, BuiltIn.UNKNOWN);
  }

  private static List<String> lines(
      String release, BootLoader loader, String modules, BuiltIn builtIn) {
    return new EnableAppArmor(OsRelease.parse(release), loader, modules, builtIn, true).lines();
  }
}
