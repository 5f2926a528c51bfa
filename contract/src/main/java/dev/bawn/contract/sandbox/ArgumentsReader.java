package dev.bawn.contract.sandbox;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses arguments of bubblewrap(1) into the steps that {@link BubblewrapArguments} rendered, and
 * refuses any other: so bawn can display the sandbox of a signed recipe.
 */
final class ArgumentsReader {

  private static final String HINT = "run: sudo bawn-admin reseal AGENT";

  private final List<String> arguments;
  private int next;

  ArgumentsReader(List<String> arguments) {
    this.arguments = arguments;
  }

  /**
   * All steps.
   *
   * @throws Refused at the first argument that bawn does not write
   */
  List<SandboxStep> steps() {
    List<SandboxStep> steps = new ArrayList<>();
    while (next < arguments.size()) {
      steps.add(step());
    }
    return steps;
  }

  private SandboxStep step() {
    String option = word();
    try {
      return switch (option) {
        case "--disable-userns" -> new SandboxStep.DisableUserNamespaces();
        case "--die-with-parent" -> new SandboxStep.DieWithParent();
        case "--cap-drop" -> dropCapabilities();
        case "--uid" -> runAs();
        case "--hostname" -> new SandboxStep.Hostname(word());
        case "--ro-bind" -> bind(SandboxStep.Manner.READ_ONLY);
        case "--ro-bind-try" -> bind(SandboxStep.Manner.READ_ONLY_IF_PRESENT);
        case "--bind" -> bind(SandboxStep.Manner.WRITABLE);
        case "--dev-bind" -> bind(SandboxStep.Manner.DEVICE);
        case "--overlay-src" -> overlay();
        case "--symlink" -> new SandboxStep.Symlink(word(), inside());
        case "--perms" -> directory(new Mode(Integer.parseInt(word(), 8)));
        case "--proc" -> new SandboxStep.Processes(inside());
        case "--dev" -> new SandboxStep.Devices(inside());
        case "--clearenv" -> new SandboxStep.ClearEnvironment();
        case "--setenv" -> new SandboxStep.SetEnvironment(word(), word());
        case "--remount-ro" -> new SandboxStep.MakeReadOnly(inside());
        case "--chdir" -> new SandboxStep.WorkingDirectory(inside());
        default -> unshare(option);
      };
    } catch (IllegalArgumentException e) {
      throw unknown(option);
    }
  }

  private SandboxStep bind(SandboxStep.Manner manner) {
    return new SandboxStep.Bind(manner, host(), inside());
  }

  private SandboxStep overlay() {
    List<HostPath> layers = new ArrayList<>();
    layers.add(host());
    String option = word();
    while (option.equals("--overlay-src")) {
      layers.add(host());
      option = word();
    }
    if (option.equals("--ro-overlay")) {
      return new SandboxStep.ReadOnlyOverlay(layers, inside());
    }
    if (!option.equals("--overlay")) {
      throw unknown(option);
    }
    return new SandboxStep.Overlay(layers, host(), host(), inside());
  }

  private SandboxStep unshare(String option) {
    for (Namespace namespace : Namespace.values()) {
      if (namespace.option().equals(option)) {
        return new SandboxStep.Unshare(namespace);
      }
    }
    throw unknown(option);
  }

  private SandboxStep dropCapabilities() {
    require("ALL");
    return new SandboxStep.DropCapabilities();
  }

  private SandboxStep runAs() {
    Uid uid = new Uid(Integer.parseInt(word()));
    require("--gid");
    return new SandboxStep.RunAs(uid, new Uid(Integer.parseInt(word())));
  }

  private SandboxStep directory(Mode mode) {
    String option = word();
    InsidePath at = inside();
    boolean covers =
        next + 1 < arguments.size()
            && arguments.get(next).equals("--remount-ro")
            && arguments.get(next + 1).equals(at.text());
    if (option.equals("--tmpfs") && covers && mode.equals(Mode.READ_ONLY)) {
      next += 2;
      return new SandboxStep.Cover(at);
    }
    return switch (option) {
      case "--dir" -> new SandboxStep.Directory(at, mode);
      case "--tmpfs" -> new SandboxStep.Scratchpad(at, mode);
      default -> throw unknown(option);
    };
  }

  private HostPath host() {
    return new HostPath(word());
  }

  private InsidePath inside() {
    return new InsidePath(word());
  }

  private void require(String expected) {
    String found = word();
    if (!found.equals(expected)) {
      throw unknown(found);
    }
  }

  private String word() {
    if (next == arguments.size()) {
      throw new Refused("a recipe (a signed sandbox) is incomplete", HINT);
    }
    return arguments.get(next++);
  }

  private static Refused unknown(String argument) {
    return new Refused(
        "a recipe (a signed sandbox) contains '"
            + Printable.of(argument)
            + "', which this version does not know",
        HINT);
  }
}
