package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.AgentNames;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The commands that enable AppArmor on a machine whose kernel runs without it, for its distribution
 * and boot loader. bawn itself never changes how a machine boots.
 *
 * @param system the distribution
 * @param loader with the parameters of the kernel
 * @param modules the present security modules of the kernel, as {@code /sys/kernel/security/lsm}
 *     lists them; empty if unknown
 * @param builtIn whether this kernel contains AppArmor
 * @param hasAgents whether this machine has agents, whose policies the kernel then needs
 */
public record EnableAppArmor(
    OsRelease system, BootLoader loader, String modules, BuiltIn builtIn, boolean hasAgents) {

  /** Arch Linux's kernel starts these by default, see wiki.archlinux.org/title/AppArmor. */
  private static final String USUAL_MODULES = "landlock,lockdown,yama,integrity,bpf";

  /** The commands for this machine. */
  public static EnableAppArmor on(SystemLayout layout) {
    return new EnableAppArmor(
        OsRelease.read(layout),
        BootLoader.find(layout),
        running(layout),
        BuiltIn.find(layout),
        hasAgents(layout));
  }

  private static boolean hasAgents(SystemLayout layout) {
    try {
      return !AgentNames.all(layout).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private static String running(SystemLayout layout) {
    try {
      return Files.readString(layout.at("sys/kernel/security/lsm")).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** The commands, one per line; lines that begin with {@code #} are comments. */
  public List<String> lines() {
    if (loader == BootLoader.CONTAINER) {
      return List.of(
          "# this is a container: only its host can enable AppArmor",
          "# sessions work without it, but an agent can run programs below /usr/lib and /usr/share"
              + " that root did not allow");
    }
    boolean isFedora = system.isLike("fedora", "rhel");
    if (builtIn == BuiltIn.NO || isFedora && builtIn == BuiltIn.UNKNOWN) {
      return withoutIt(isFedora);
    }
    List<String> lines = new ArrayList<>();
    lines.add(new PackageLines(system).installAppArmor());
    lines.addAll(bootParameters());
    if (!isFedora) {
      lines.add("sudo systemctl enable apparmor");
    }
    lines.add(loader == BootLoader.WSL ? "# in Windows, run: wsl --shutdown" : "sudo reboot");
    if (hasAgents) {
      lines.add("sudo bawn-admin reseal");
    }
    return lines;
  }

  /**
   * Comments for a kernel without AppArmor, for which no command helps. They agree with the attacks
   * in tests/escape, whose table has a column for kernels without AppArmor.
   */
  private static List<String> withoutIt(boolean isFedora) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "# this kernel is built without AppArmor"
            + (isFedora ? ", as all kernels of this distribution (they have SELinux)" : "")
            + ": no parameter enables it");
    lines.add(
        "# sessions work, confined by accounts, namespaces, mirrors and seccomp; but an agent can"
            + " run programs below /usr/lib and /usr/share that root did not allow");
    lines.add("# an agent that was created with --require-apparmor does not start here");
    lines.add(
        isFedora
            ? "# to get AppArmor: a kernel built with CONFIG_SECURITY_APPARMOR=y (kernel-local, then"
                + " fedpkg local: docs.fedoraproject.org, Building a Custom Kernel), and"
                + " apparmor_parser and aa-exec from gitlab.com/apparmor/apparmor"
            : "# to have it: boot a kernel that has CONFIG_SECURITY_APPARMOR=y in its"
                + " configuration");
    lines.add("# once such a kernel runs, doctor shows the lines that switch it on");
    return lines;
  }

  private List<String> bootParameters() {
    String parameter = parameter();
    if (system.isLike("fedora", "rhel")) {
      return List.of("sudo grubby --update-kernel=ALL --args='" + parameter + "'");
    }
    return switch (loader) {
      case GRUB ->
          List.of(
              "sudo sed -i 's/^GRUB_CMDLINE_LINUX=\"/&" + parameter + " /' /etc/default/grub",
              grubConfiguration());
      case SYSTEMD_BOOT ->
          List.of("sudo sed -i '/^options/ s/$/ " + parameter + "/' /boot/loader/entries/*.conf");
      case REFIND ->
          List.of("sudo sed -i '/^\"/ s/\" *$/ " + parameter + "\"/' /boot/refind_linux.conf");
      case UNIFIED_IMAGE ->
          List.of(
              "sudo sed -i '1 s/$/ " + parameter + "/' /etc/kernel/cmdline",
              system.isLike("arch")
                  ? "sudo mkinitcpio -P"
                  : "# build the boot image again, as this machine does it");
      case WSL ->
          List.of(
              "# in Windows, add to the section [wsl2] of %UserProfile%\\.wslconfig:",
              "# kernelCommandLine=" + parameter);
      case CONTAINER, UNKNOWN ->
          List.of("# add to the parameters of the kernel:", "# " + parameter);
    };
  }

  private String grubConfiguration() {
    if (system.isLike("debian", "ubuntu")) {
      return "sudo update-grub";
    }
    return system.isLike("suse", "opensuse")
        ? "sudo grub2-mkconfig -o /boot/grub2/grub.cfg"
        : "sudo grub-mkconfig -o /boot/grub/grub.cfg";
  }

  /**
   * The parameter with the list of modules, which replaces the kernel's own, so the present modules
   * stay in it. AppArmor excludes other large modules, and bpf is last in the kernel's own order.
   * {@code capability} is always on and not named.
   */
  private String parameter() {
    List<String> order =
        new ArrayList<>(Arrays.asList((modules.isEmpty() ? USUAL_MODULES : modules).split(",")));
    order.removeAll(List.of("capability", "selinux", "smack", "tomoyo", "apparmor"));
    int bpf = order.indexOf("bpf");
    order.add(bpf < 0 ? order.size() : bpf, "apparmor");
    return "lsm=" + String.join(",", order);
  }
}
