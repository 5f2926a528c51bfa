package dev.bawn.launcher.doctor;

import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.agent.Workspace;

/** A harmless attack that is tried in a session, and the protection that must stop it. */
public enum Attack implements Spelling {
  WRITE_PROJECT("write to its copy of the project", By.MIRROR),
  WRITE_COMMANDS("add a command to its PATH", By.SANDBOX),
  WRITE_SYSTEM("write to /etc, /usr or /", By.SANDBOX),
  READ_PASSWORDS("read the machine's passwords", By.SANDBOX),
  SEE_HOME("see your home", By.SANDBOX),
  SEE_TMP("see the machine's /tmp", By.SANDBOX),
  SEE_OTHERS("see homes and mirrors of other agents", By.SANDBOX),
  SEE_PROCESSES("see processes outside of its session", By.SANDBOX),
  BECOME_ROOT("become root with sudo, su or pkexec", By.SANDBOX),
  READ_DISK("read a disk or the machine's memory", By.SANDBOX),
  KERNEL_SETTING("change a setting of the kernel", By.SANDBOX),
  SHED_LABEL("leave its AppArmor policy", By.SANDBOX),
  OWN_PROGRAM("run a program that it wrote", By.EXECUTION),
  LOADER("start a program through the dynamic linker", By.APPARMOR),
  REACH_LOOPBACK("reach services of this machine on 127.0.0.1", By.NETWORK_POLICY),
  USER_NAMESPACE("make a user namespace", By.SANDBOX),
  KEEP_SETUID("keep a setuid program for later", By.SANDBOX),
  TYPE_AHEAD("type into your terminal", By.SANDBOX),
  OUTLIVE("leave a process running after its session", By.SANDBOX);

  /** The protection that must stop an attack. */
  private enum By {
    /** Namespaces, mounts and seccomp: on every machine. */
    SANDBOX,
    /** A read-only copy of the project: an overlay keeps what the agent writes apart from it. */
    MIRROR,
    /** AppArmor, and nothing else. */
    APPARMOR,
    /** Mounts without execution, unless root gave the agent {@code --compiled}. */
    EXECUTION,
    /** A separate network, which root gave to the agent or not. */
    NETWORK_POLICY
  }

  private final String title;
  private final By by;

  Attack(String title, By by) {
    this.title = title;
    this.by = by;
  }

  /** A description of the attack. */
  public String title() {
    return title;
  }

  /**
   * The reason why the attack may succeed here; empty if it must not.
   *
   * @param appArmor whether the kernel enforces the agent's policy
   * @param workspace the agent's view of the project
   */
  String excuse(boolean appArmor, NetworkPolicy network, Execution execution, Workspace workspace) {
    if (by == By.MIRROR && workspace == Workspace.OVERLAY) {
      return "root gave this agent an overlay: its changes stay apart until you merge them";
    }
    if (by == By.APPARMOR && !appArmor) {
      return "only AppArmor refuses it, and this kernel has no AppArmor";
    }
    if (by == By.EXECUTION && execution == Execution.COMPILED) {
      return "root allowed this agent to run programs that it compiles";
    }
    if (by == By.NETWORK_POLICY && network == NetworkPolicy.OPEN) {
      return "root gave this agent the network of the machine";
    }
    return "";
  }
}
