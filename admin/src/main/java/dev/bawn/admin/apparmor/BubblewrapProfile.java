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
 * The profile {@code bawn-bubblewrap}, in which bubblewrap runs on systems that confine it:
 * otherwise no user namespace can be created there, or the change to an agent's profile is refused.
 * Its compiled form is {@code /var/lib/bawn/bubblewrap-profile}; {@code enter} uses the profile if
 * this file exists.
 *
 * <p>Any local user can enter a profile that is loaded in this mode, with aa-exec(1), and then
 * create user namespaces. So it is loaded only if sessions could not start otherwise.
 */
public final class BubblewrapProfile {

  /** Its name in the kernel. */
  static final String NAME = "bawn-bubblewrap";

  private final SystemLayout layout;
  private final ProfileText text;
  private final KernelPolicies kernel;

  /** The need for the profile. */
  public enum State {
    /** Bubblewrap starts sessions without the profile, and it is not loaded. */
    NOT_NEEDED,
    /** The profile is loaded. */
    LOADED
  }

  /**
   * @param layout with the files of the system
   * @param library the directory in which bawn is installed, with {@code apparmor-templates}
   */
  public BubblewrapProfile(SystemLayout layout, Path library) {
    this.layout = layout;
    this.text =
        new ProfileText(
            library.resolve("apparmor-templates"), layout, PolicyLanguage.newest(layout));
    this.kernel = new KernelPolicies(layout);
  }

  /** Loads the profile if it is needed, and removes it otherwise. Can be repeated. */
  public State settle() throws IOException {
    Path compiled = layout.bubblewrapProfile();
    if (kernel.hasAppArmor() && isNeeded()) {
      PolicyParser parser = PolicyParser.installed();
      AtomicFile.replace(compiled, parser.compile(text.ofBubblewrap()), "rw-r--r--");
      parser.load(compiled);
      return State.LOADED;
    }
    remove();
    return State.NOT_NEEDED;
  }

  /** Removes the profile if it is loaded. Can be repeated. */
  public void remove() throws IOException {
    Files.deleteIfExists(layout.bubblewrapProfile());
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
   * Reads the label of a process that bubblewrap started with the uid of nobody: the kernel does
   * not publish to which programs a profile attaches (Linux 6.12 prints {@code <unknown>}).
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
