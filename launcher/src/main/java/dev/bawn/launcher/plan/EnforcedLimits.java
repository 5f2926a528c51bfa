package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.ResourceLimits;
import dev.bawn.launcher.machine.UserManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The mechanisms that enforce the limits of a session: a scope of systemd, which limits all
 * processes together, and resource limits of each process where systemd has no controller.
 *
 * @param wanted the limits
 * @param manager the controllers of systemd
 */
public record EnforcedLimits(ResourceLimits wanted, UserManager manager) {

  /** Processes of bawn and bubblewrap in the scope of a session, and those that end it. */
  private static final int OURS = 8;

  /** Microseconds of processor time in a second, for a hundredth of a processor. */
  private static final int MICROSECONDS = 10_000;

  /** The properties of the scope, all of type t: see org.freedesktop.systemd1(5). */
  public List<String> scope() {
    List<String> properties = new ArrayList<>();
    if (wanted.memory() > 0 && has("memory")) {
      properties.add("MemoryMax=" + wanted.memory());
      properties.add("MemorySwapMax=0");
    }
    if (wanted.cpus() > 0 && has("cpu")) {
      properties.add("CPUQuotaPerSecUSec=" + (long) wanted.cpus() * MICROSECONDS);
    }
    if (wanted.pids() > 0 && has("pids")) {
      properties.add("TasksMax=" + (wanted.pids() + OURS));
    }
    return properties;
  }

  /**
   * The arguments of prlimit(1), which runs in the session: there the kernel counts only the
   * processes of the session. For memory it limits the writable size (RLIMIT_DATA): a small address
   * space breaks the WebAssembly of Node.js, which reserves much and uses little.
   */
  public List<String> prlimit() {
    List<String> arguments = new ArrayList<>();
    if (wanted.memory() > 0 && !has("memory")) {
      arguments.add("--data=" + wanted.memory() + ":" + wanted.memory());
    }
    if (wanted.pids() > 0 && !has("pids")) {
      arguments.add("--nproc=" + wanted.pids() + ":" + wanted.pids());
    }
    return arguments;
  }

  /** The beginning of a command in the session with these arguments; empty without arguments. */
  static List<String> command(List<String> prlimit) {
    List<String> command = new ArrayList<>();
    if (!prlimit.isEmpty()) {
      command.add("/usr/bin/prlimit");
      command.addAll(prlimit);
      command.add("--");
    }
    return command;
  }

  /** A note if the limits in effect are weaker than the requested ones. */
  Optional<String> note() {
    List<String> parts = new ArrayList<>();
    if (wanted.memory() > 0 && !has("memory")) {
      parts.add("the memory limit holds for each process, not for all of them together");
    }
    if (wanted.cpus() > 0 && !has("cpu")) {
      parts.add("the limit of processor time has no effect");
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "systemd cannot limit your sessions on this machine, so "
                + String.join(", and ", parts));
  }

  private boolean has(String controller) {
    return manager.controllers().contains(controller);
  }
}
