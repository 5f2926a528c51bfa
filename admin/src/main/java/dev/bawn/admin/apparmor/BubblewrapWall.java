package dev.bawn.admin.apparmor;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.admin.sealing.AtomicFile;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.process.KernelSetting;
import dev.bawn.contract.trust.KernelPolicies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The profile {@code bawn-wall}, which bubblewrap runs as where the system itself confines it: then
 * either no user namespace can be made, or the change to an agent's policy is refused. Its compiled
 * form lies at {@code /var/lib/bawn/wall}; that it is there tells {@code enter} to use it.
 *
 * <p>Any local user can enter a profile that is loaded in this mode, with aa-exec(1), and then make
 * user namespaces. So it is loaded only where sessions could not start otherwise.
 */
public final class BubblewrapWall {

  /** Its name in the kernel. */
  static final String NAME = "bawn-wall";

  private final SystemLayout layout;
  private final ProfileText text;
  private final KernelPolicies kernel;

  /** Whether it is needed. */
  public enum State {
    /** Bubblewrap starts sessions without it, and it is not loaded. */
    NOT_NEEDED,
    /** It is loaded. */
    LOADED
  }

  /**
   * @param layout where the system's files lie
   * @param library the directory that bawn is installed in, with {@code apparmor-templates}
   */
  public BubblewrapWall(SystemLayout layout, Path library) {
    this.layout = layout;
    this.text =
        new ProfileText(
            library.resolve("apparmor-templates"), layout, PolicyLanguage.newest(layout));
    this.kernel = new KernelPolicies(layout);
  }

  /** Loads it where it is needed and takes it away where it is not. May be repeated. */
  public State settle() throws IOException {
    Path compiled = layout.wallMark();
    if (kernel.hasAppArmor() && isNeeded()) {
      PolicyParser parser = PolicyParser.installed();
      AtomicFile.replace(compiled, parser.compile(text.ofWall()), "rw-r--r--");
      parser.load(compiled);
      return State.LOADED;
    }
    remove();
    return State.NOT_NEEDED;
  }

  /** Takes it away, wherever it is loaded. May be repeated. */
  public void remove() throws IOException {
    Files.deleteIfExists(layout.wallMark());
    if (kernel.hasAppArmor() && kernel.loaded(NAME).isPresent()) {
      Files.writeString(
          layout.at("sys/kernel/security/apparmor/.remove"), NAME, StandardOpenOption.WRITE);
    }
  }

  private boolean isNeeded() throws IOException {
    return isOne(layout.at("proc/sys/kernel/apparmor_restrict_unprivileged_userns"))
        || bubblewrapIsConfined();
  }

  private static boolean isOne(Path setting) throws IOException {
    return KernelSetting.text(setting).equals(Optional.of("1"));
  }

  /**
   * Asks a process that bubblewrap started, as nobody: what a profile attaches to cannot be read
   * from the kernel (Linux 6.12 says {@code <unknown>}).
   */
  private static boolean bubblewrapIsConfined() throws IOException {
    SystemProgram.Result label =
        SystemProgram.named("setpriv")
            .run(
                "--reuid=65534",
                "--regid=65534",
                "--clear-groups",
                "bwrap",
                "--unshare-user",
                "--ro-bind",
                "/",
                "/",
                "cat",
                "/proc/self/attr/current");
    return label.status() == 0 && !label.output().strip().equals("unconfined");
  }
}
