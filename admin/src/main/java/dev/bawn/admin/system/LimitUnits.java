package dev.bawn.admin.system;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.admin.sealing.AtomicFile;
import dev.bawn.admin.sealing.Trees;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ResourceLimits;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The systemd units of agents whose sessions have limits together. Each has a control group with
 * these limits and without processes of its own, see systemd.resource-control(5). {@code session}
 * asks systemd to move it there: systemd allows that to the user of a unit with {@code Delegate}.
 * So no process of the agent runs outside of a sandbox, as its own user manager would.
 */
public final class LimitUnits {

  private static final String PREFIX = "bawn-agent-";
  private static final String READY = "active enabled no";

  private final SystemLayout layout;
  private final BootUnits systemd;
  private final Started started;

  /** Tells whether systemd has started a unit, and its file has not changed since it was read. */
  @FunctionalInterface
  public interface Started {
    boolean test(String unit) throws IOException;
  }

  /**
   * @param layout with the directories of systemd
   */
  public LimitUnits(SystemLayout layout) {
    this(layout, LimitUnits::isReady);
  }

  /**
   * @param layout with the directories of systemd
   * @param started asks systemd about a unit
   */
  public LimitUnits(SystemLayout layout, Started started) {
    this.layout = layout;
    this.systemd = new BootUnits(layout);
    this.started = started;
  }

  /** Returns the name of the unit of an agent. */
  public static String name(Uid uid) {
    return PREFIX + uid + ".service";
  }

  /**
   * Writes, starts and removes units, so that exactly these policies are enforced. Without systemd,
   * it only writes and removes the files.
   */
  public void write(List<Manifest> manifests) throws IOException {
    SortedMap<Path, Manifest> wanted = limited(manifests);
    removeOthers(wanted);
    for (var unit : wanted.entrySet()) {
      write(unit.getKey(), unit.getValue());
    }
    if (systemd.systemdRuns()) {
      start(wanted);
    }
  }

  /**
   * Writes a unit that differs. systemd changes the control group of running sessions at this call
   * only, and not when it reads the file. After a kill between the two, the file still differs.
   */
  private void write(Path file, Manifest manifest) throws IOException {
    byte[] text = text(manifest).getBytes(StandardCharsets.UTF_8);
    if (equals(file, text)) {
      return;
    }
    String name = file.getFileName().toString();
    if (Files.exists(file) && systemd.systemdRuns() && started.test(name)) {
      apply(name, manifest.limits().together());
    }
    Files.createDirectories(layout.units());
    AtomicFile.replace(file, text, "rw-r--r--");
  }

  /** Sets the limits until the next boot; they override those of the file. */
  private static void apply(String unit, ResourceLimits limits) throws IOException {
    List<String> words = new ArrayList<>(List.of("set-property", "--runtime", unit));
    words.addAll(properties(limits));
    systemctl(words.toArray(String[]::new));
  }

  private static void systemctl(String... words) throws IOException {
    SystemProgram.named("systemctl").must(words);
  }

  private void start(SortedMap<Path, Manifest> wanted) throws IOException {
    SortedMap<String, Manifest> waiting = new TreeMap<>();
    for (var unit : wanted.entrySet()) {
      String name = unit.getKey().getFileName().toString();
      if (!started.test(name)) {
        waiting.put(name, unit.getValue());
      }
    }
    if (!waiting.isEmpty()) {
      systemctl("daemon-reload");
    }
    for (var unit : waiting.entrySet()) {
      apply(unit.getKey(), unit.getValue().limits().together());
      systemctl("--quiet", "enable", "--now", unit.getKey());
    }
  }

  private void removeOthers(SortedMap<Path, Manifest> wanted) throws IOException {
    List<Path> others = present();
    others.removeAll(wanted.keySet());
    for (Path unit : others) {
      if (systemd.systemdRuns()) {
        disable(unit.getFileName().toString());
      }
      AtomicFile.remove(unit);
    }
    if (!others.isEmpty() && systemd.systemdRuns()) {
      systemctl("daemon-reload");
    }
  }

  /** Disables a unit. Its stop would end running sessions, so then it stays without limits. */
  private void disable(String unit) throws IOException {
    Path processes = layout.at("sys/fs/cgroup/system.slice").resolve(unit).resolve("cgroup.procs");
    if (Files.exists(processes) && !Files.readString(processes).isBlank()) {
      apply(unit, ResourceLimits.NONE);
      systemctl("--quiet", "disable", unit);
    } else {
      systemctl("--quiet", "disable", "--now", unit);
    }
  }

  private List<Path> present() throws IOException {
    return new ArrayList<>(Trees.entries(layout.units(), PREFIX + "*.service"));
  }

  private SortedMap<Path, Manifest> limited(List<Manifest> manifests) {
    SortedMap<Path, Manifest> limited = new TreeMap<>();
    for (Manifest manifest : manifests) {
      if (!manifest.limits().together().isNone()) {
        limited.put(file(manifest), manifest);
      }
    }
    return limited;
  }

  private Path file(Manifest manifest) {
    return layout.units().resolve(name(manifest.uid()));
  }

  /** Returns the text of the unit, see systemd.service(5). */
  static String text(Manifest manifest) {
    ResourceLimits limits = manifest.limits().together();
    StringBuilder text = new StringBuilder();
    text.append(
        "# Made by bawn-admin from a signed policy. Changes are lost at its next command.\n");
    text.append("[Unit]\nDescription=Limits of the bawn agent ").append(manifest.agent());
    text.append("\nDocumentation=man:bawn-admin(8)\n\n[Service]\nType=oneshot\n");
    text.append("RemainAfterExit=yes\nExecStart=/usr/bin/true\nUser=").append(manifest.uid());
    // the kernel ends one process when memory runs out, and systemd does not end the sessions
    text.append("\nDelegate=yes\nOOMPolicy=continue\n");
    properties(limits).forEach(property -> text.append(property).append('\n'));
    return text.append("\n[Install]\nWantedBy=multi-user.target\n").toString();
  }

  private static List<String> properties(ResourceLimits limits) {
    boolean hasMemory = limits.memory() != 0;
    return List.of(
        "MemoryMax=" + (hasMemory ? limits.memory() : "infinity"),
        "MemorySwapMax=" + (hasMemory ? "0" : "infinity"),
        "CPUQuota=" + (limits.cpus() != 0 ? limits.cpus() + "%" : ""),
        "TasksMax=" + (limits.pids() != 0 ? limits.pids() : "infinity"));
  }

  /** Returns why this machine cannot enforce the limits of a policy; empty if it can. */
  public Optional<String> obstacle(Manifest manifest) throws IOException {
    if (!systemd.systemdRuns()) {
      return Optional.of("systemd does not run");
    }
    if (!Files.exists(layout.at("run/dbus/system_bus_socket"))) {
      return Optional.of("the system bus of D-Bus is missing");
    }
    Path file = layout.at("sys/fs/cgroup/cgroup.controllers");
    String text = Files.isReadable(file) ? Files.readString(file).strip() : "";
    List<String> controllers = List.of(text.split(" "));
    return controllers(manifest.limits().together()).stream()
        .filter(each -> !controllers.contains(each))
        .findFirst()
        .map(missing -> "cgroup v2 has no controller '" + missing + "'");
  }

  private static List<String> controllers(ResourceLimits limits) {
    List<String> needed = new ArrayList<>();
    if (limits.memory() != 0) {
      needed.add("memory");
    }
    if (limits.cpus() != 0) {
      needed.add("cpu");
    }
    if (limits.pids() != 0) {
      needed.add("pids");
    }
    return needed;
  }

  /** Tells whether the unit of a policy is as bawn-admin writes it, and systemd has started it. */
  public boolean isInForce(Manifest manifest) throws IOException {
    return equals(file(manifest), text(manifest).getBytes(StandardCharsets.UTF_8))
        && (!systemd.systemdRuns() || started.test(name(manifest.uid())));
  }

  private static boolean equals(Path file, byte[] text) throws IOException {
    return Files.isRegularFile(file) && Arrays.equals(Files.readAllBytes(file), text);
  }

  private static boolean isReady(String name) throws IOException {
    return READY.equals(
        SystemProgram.named("systemctl")
            .run("show", "--value", "-p", "ActiveState,UnitFileState,NeedDaemonReload", name)
            .output()
            .strip()
            .replaceAll("\\s+", " "));
  }
}
