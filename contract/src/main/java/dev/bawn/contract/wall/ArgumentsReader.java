package dev.bawn.contract.wall;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes arguments of bubblewrap(1) apart into the walls that {@link BubblewrapArguments} rendered,
 * and refuses any other: so a person can be shown what a sealed recipe builds.
 */
final class ArgumentsReader {

  private static final String MEND = "run: sudo bawn-admin reseal AGENT";

  private final List<String> arguments;
  private int next;

  ArgumentsReader(List<String> arguments) {
    this.arguments = arguments;
  }

  /**
   * All walls.
   *
   * @throws Refused at the first argument that is not one of ours
   */
  List<Wall> walls() {
    List<Wall> walls = new ArrayList<>();
    while (next < arguments.size()) {
      walls.add(wall());
    }
    return walls;
  }

  private Wall wall() {
    String option = word();
    try {
      return switch (option) {
        case "--disable-userns" -> new Wall.DisableUserNamespaces();
        case "--die-with-parent" -> new Wall.DieWithParent();
        case "--cap-drop" -> dropCapabilities();
        case "--uid" -> runAs();
        case "--hostname" -> new Wall.Hostname(word());
        case "--ro-bind" -> bind(Wall.Manner.READ_ONLY);
        case "--ro-bind-try" -> bind(Wall.Manner.READ_ONLY_IF_PRESENT);
        case "--bind" -> bind(Wall.Manner.WRITABLE);
        case "--dev-bind" -> bind(Wall.Manner.DEVICE);
        case "--overlay-src" -> overlay();
        case "--symlink" -> new Wall.Symlink(word(), inside());
        case "--perms" -> directory(new Mode(Integer.parseInt(word(), 8)));
        case "--proc" -> new Wall.Processes(inside());
        case "--dev" -> new Wall.Devices(inside());
        case "--clearenv" -> new Wall.ClearEnvironment();
        case "--setenv" -> new Wall.SetEnvironment(word(), word());
        case "--remount-ro" -> new Wall.MakeReadOnly(inside());
        case "--chdir" -> new Wall.WorkingDirectory(inside());
        default -> unshare(option);
      };
    } catch (IllegalArgumentException e) {
      throw unknown(option);
    }
  }

  private Wall bind(Wall.Manner manner) {
    return new Wall.Bind(manner, host(), inside());
  }

  private Wall overlay() {
    List<HostPath> layers = new ArrayList<>();
    layers.add(host());
    String option = word();
    while (option.equals("--overlay-src")) {
      layers.add(host());
      option = word();
    }
    if (option.equals("--ro-overlay")) {
      return new Wall.ReadOnlyOverlay(layers, inside());
    }
    if (!option.equals("--overlay")) {
      throw unknown(option);
    }
    return new Wall.Overlay(layers, host(), host(), inside());
  }

  private Wall unshare(String option) {
    for (Namespace namespace : Namespace.values()) {
      if (namespace.option().equals(option)) {
        return new Wall.Unshare(namespace);
      }
    }
    throw unknown(option);
  }

  private Wall dropCapabilities() {
    require("ALL");
    return new Wall.DropCapabilities();
  }

  private Wall runAs() {
    Uid uid = new Uid(Integer.parseInt(word()));
    require("--gid");
    return new Wall.RunAs(uid, new Uid(Integer.parseInt(word())));
  }

  private Wall directory(Mode mode) {
    String option = word();
    InsidePath at = inside();
    boolean covers =
        next + 1 < arguments.size()
            && arguments.get(next).equals("--remount-ro")
            && arguments.get(next + 1).equals(at.text());
    if (option.equals("--tmpfs") && covers && mode.equals(Mode.READ_ONLY)) {
      next += 2;
      return new Wall.Cover(at);
    }
    return switch (option) {
      case "--dir" -> new Wall.Directory(at, mode);
      case "--tmpfs" -> new Wall.Scratchpad(at, mode);
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
      throw new Refused("a recipe is incomplete", MEND);
    }
    return arguments.get(next++);
  }

  private static Refused unknown(String argument) {
    return new Refused(
        "a recipe contains '" + Printable.of(argument) + "', which this version does not know",
        MEND);
  }
}
