package dev.bawn.contract.sandbox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.world.Fuzz;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxStepsTest {

  /** One step of each kind. */
  private static final List<SandboxStep> STEPS =
      List.of(
          new SandboxStep.Unshare(Namespace.USER),
          new SandboxStep.Unshare(Namespace.NETWORK),
          new SandboxStep.DisableUserNamespaces(),
          new SandboxStep.DieWithParent(),
          new SandboxStep.DropCapabilities(),
          new SandboxStep.RunAs(new Uid(70_000), new Uid(70_001)),
          new SandboxStep.Hostname("bawn"),
          new SandboxStep.Bind(
              SandboxStep.Manner.READ_ONLY, host("/usr/share"), inside("/usr/share")),
          new SandboxStep.Bind(
              SandboxStep.Manner.READ_ONLY_IF_PRESENT, host("/usr/lib64"), inside("/usr/lib64")),
          new SandboxStep.Symlink("usr/bin", inside("/bin")),
          new SandboxStep.Cover(inside("/usr/lib/jvm")),
          new SandboxStep.Processes(inside("/proc")),
          new SandboxStep.Devices(inside("/dev")),
          new SandboxStep.Scratchpad(inside("/tmp"), Mode.SHARED),
          new SandboxStep.Directory(inside("/srv"), Mode.PUBLIC),
          new SandboxStep.Bind(
              SandboxStep.Manner.WRITABLE, host("/var/lib/bawn/homes/a b"), inside("/home/agent")),
          new SandboxStep.Bind(SandboxStep.Manner.DEVICE, host("/dev/dri"), inside("/dev/dri")),
          new SandboxStep.Overlay(
              List.of(host("/p"), host("/mask")), host("/u"), host("/w"), inside("/home/alice/p")),
          new SandboxStep.ReadOnlyOverlay(
              List.of(host("/p"), host("/mask")), inside("/home/alice/q")),
          new SandboxStep.ClearEnvironment(),
          new SandboxStep.SetEnvironment("HOME", "/home/agent"),
          new SandboxStep.MakeReadOnly(inside("/")),
          new SandboxStep.WorkingDirectory(inside("/work/app")));

  private static HostPath host(String path) {
    return new HostPath(path);
  }

  private static InsidePath inside(String path) {
    return new InsidePath(path);
  }

  @Test
  void are_rendered_one_to_one_and_in_order() {
    List<List<String>> expected =
        List.of(
            List.of("--unshare-user"),
            List.of("--unshare-net"),
            List.of("--disable-userns"),
            List.of("--die-with-parent"),
            List.of("--cap-drop", "ALL"),
            List.of("--uid", "70000", "--gid", "70001"),
            List.of("--hostname", "bawn"),
            List.of("--ro-bind", "/usr/share", "/usr/share"),
            List.of("--ro-bind-try", "/usr/lib64", "/usr/lib64"),
            List.of("--symlink", "usr/bin", "/bin"),
            List.of("--perms", "0555", "--tmpfs", "/usr/lib/jvm", "--remount-ro", "/usr/lib/jvm"),
            List.of("--proc", "/proc"),
            List.of("--dev", "/dev"),
            List.of("--perms", "1777", "--tmpfs", "/tmp"),
            List.of("--perms", "0755", "--dir", "/srv"),
            List.of("--bind", "/var/lib/bawn/homes/a b", "/home/agent"),
            List.of("--dev-bind", "/dev/dri", "/dev/dri"),
            List.of("--overlay-src", "/p", "--overlay-src", "/mask"),
            List.of("--overlay", "/u", "/w", "/home/alice/p"),
            List.of("--overlay-src", "/p", "--overlay-src", "/mask"),
            List.of("--ro-overlay", "/home/alice/q"),
            List.of("--clearenv"),
            List.of("--setenv", "HOME", "/home/agent"),
            List.of("--remount-ro", "/"),
            List.of("--chdir", "/work/app"));
    assertEquals(expected.stream().flatMap(List::stream).toList(), BubblewrapArguments.of(STEPS));
  }

  @Test
  void every_kind_is_among_them() {
    Set<Class<?>> kinds = new HashSet<>();
    for (Class<?> group : SandboxStep.class.getPermittedSubclasses()) {
      kinds.addAll(Set.of(group.getPermittedSubclasses()));
    }
    Set<SandboxStep.Manner> manners = EnumSet.allOf(SandboxStep.Manner.class);
    for (SandboxStep step : STEPS) {
      kinds.remove(step.getClass());
      if (step instanceof SandboxStep.Bind bind) {
        manners.remove(bind.manner());
      }
    }
    // bubblewrap gets ordinary overlays and binds for these
    assertEquals(Set.of(SandboxStep.Cache.class), kinds);
    assertEquals(
        EnumSet.of(
            SandboxStep.Manner.FILES,
            SandboxStep.Manner.KEPT_READ_ONLY,
            SandboxStep.Manner.KEPT_IN_PLACE),
        manners);
  }

  @Test
  void a_cache_is_an_overlay_to_bubblewrap() {
    SandboxStep cache =
        new SandboxStep.Cache(
            new SandboxStep.Overlay(
                List.of(host("/c")), host("/u"), host("/w"), inside("/run/caches/pip")));
    assertEquals(
        List.of("--overlay-src /c --overlay /u /w /run/caches/pip".split(" ")),
        BubblewrapArguments.of(List.of(cache)));
  }

  @Test
  void two_kinds_stand_in_something_writable() {
    List<SandboxStep> steps =
        List.of(
            new SandboxStep.Bind(SandboxStep.Manner.WRITABLE, host("/p"), inside("/p")),
            new SandboxStep.Bind(SandboxStep.Manner.KEPT_IN_PLACE, host("/p/d"), inside("/p/d")),
            new SandboxStep.Bind(
                SandboxStep.Manner.KEPT_READ_ONLY, host("/p/d/.git"), inside("/p/d/.git")));
    assertEquals(steps, MountOrder.checked(steps));
    assertEquals(
        List.of("--bind /p /p --bind /p/d /p/d --ro-bind /p/d/.git /p/d/.git".split(" ")),
        BubblewrapArguments.of(steps));
  }

  @Test
  void come_back_from_the_recipe_that_they_were_sealed_in() {
    assertEquals(STEPS, RecipeFile.steps(RecipeFile.write(STEPS)));
  }

  @Test
  void a_recipe_ends_every_argument_with_nul() {
    byte[] recipe = RecipeFile.write(List.of(new SandboxStep.SetEnvironment("LANG", "ü\n")));
    assertArrayEquals("--setenv\0LANG\0ü\n\0".getBytes(StandardCharsets.UTF_8), recipe);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--unshare-user", // incomplete: its NUL is missing
        "--ro-bind\0/usr\0",
        "--ro-bind\0usr\0/usr\0",
        "--bind-fd\0",
        "--overlay-src\0/x\0--bind\0/x\0/y\0",
        "--cap-drop\0CAP_CHOWN\0",
        "--uid\0x\0--gid\0" + "1\0",
        "--uid\0" + "1\0--setenv\0" + "1\0",
        "--perms\0" + "0999\0--dir\0/srv\0",
        "--perms\0" + "0755\0--bind\0/srv\0"
      })
  void a_recipe_with_anything_else_is_refused(String recipe) {
    byte[] bytes = recipe.getBytes(StandardCharsets.UTF_8);
    assertEquals(3, assertThrows(Refused.class, () -> RecipeFile.steps(bytes)).exitCode());
  }

  @Test
  void nothing_is_mounted_below_what_a_session_can_write() {
    SandboxStep home =
        new SandboxStep.Bind(SandboxStep.Manner.WRITABLE, host("/h"), inside("/home/agent"));
    for (SandboxStep below :
        List.of(
            new SandboxStep.Bind(
                SandboxStep.Manner.READ_ONLY, host("/x"), inside("/home/agent/.claude")),
            new SandboxStep.Bind(
                SandboxStep.Manner.READ_ONLY_IF_PRESENT, host("/x"), inside("/home/agent/x")),
            new SandboxStep.Bind(SandboxStep.Manner.WRITABLE, host("/x"), inside("/home/agent/x")),
            new SandboxStep.Symlink("x", inside("/home/agent/x")),
            new SandboxStep.Directory(inside("/home/agent/x"), Mode.PUBLIC),
            new SandboxStep.Scratchpad(inside("/home/agent/x/y"), Mode.PUBLIC),
            new SandboxStep.Bind(SandboxStep.Manner.DEVICE, host("/x"), inside("/home/agent/x")),
            new SandboxStep.Overlay(
                List.of(host("/x")), host("/u"), host("/w"), inside("/home/agent/x")),
            new SandboxStep.Cover(inside("/home/agent/x")),
            new SandboxStep.Processes(inside("/home/agent/proc")),
            new SandboxStep.Devices(inside("/home/agent/dev")))) {
      assertThrows(
          IllegalStateException.class,
          () -> MountOrder.checked(List.of(home, below)),
          below::toString);
      assertEquals(List.of(below, home), MountOrder.checked(List.of(below, home)));
    }
    SandboxStep beside = new SandboxStep.Cover(inside("/home/agents"));
    assertEquals(List.of(home, beside), MountOrder.checked(List.of(home, beside)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "usr", "./usr", "/a\0b"})
  void a_path_that_is_not_absolute_is_no_path(String path) {
    assertThrows(IllegalArgumentException.class, () -> host(path));
    assertThrows(IllegalArgumentException.class, () -> inside(path));
  }

  @Test
  void a_changed_recipe_is_refused_or_says_what_bubblewrap_would_read() throws Exception {
    Fuzz.of("recipe", RecipeFile.write(STEPS))
        .isReadOrRefused(
            bytes -> {
              List<SandboxStep> steps = RecipeFile.steps(bytes);
              assertEquals(RecipeFile.read(bytes), BubblewrapArguments.of(steps));
            },
            Refused.class);
  }
}
