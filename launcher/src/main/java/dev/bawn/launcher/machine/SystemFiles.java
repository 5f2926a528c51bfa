package dev.bawn.launcher.machine;

import dev.bawn.contract.agent.UrlLogin;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.mount.MountGate;
import dev.bawn.launcher.mount.MountSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The parts of the system that sessions see, each at its own path unless the session has its own.
 *
 * @param usr the directory of programs
 * @param directories other directories of programs in /
 * @param whole all of /etc
 * @param people files below /etc that name accounts and machines
 * @param etc files and directories below /etc that name no account, and that programs read
 * @param resolver the target of /etc/resolv.conf
 * @param prepareHome the program that prepares a home for a tool
 * @param keys files of /proc that describe the caller's keys in the kernel, see keyrings(7)
 */
public record SystemFiles(
    MountSource usr,
    List<MountSource> directories,
    Optional<MountSource> whole,
    List<MountSource> people,
    List<MountSource> etc,
    Optional<MountSource> resolver,
    Optional<MountSource> prepareHome,
    List<MountSource> keys) {

  /** The settings of pip for this machine. A URL in them may have a password. */
  private static final String PIP = "pip.conf";

  private static final List<String> PEOPLE = List.of("group", "hosts", "nsswitch.conf", "passwd");

  /**
   * The paths below /etc that programs read and that name no account: time, certificates, fonts,
   * the linker's cache and the settings that some distributions keep for programs.
   */
  private static final List<String> ETC =
      List.of(
          "alternatives",
          "ca-certificates",
          "ca-certificates.conf",
          "chromium",
          "chromium.d",
          "crypto-policies",
          "debian_version",
          "firefox-esr",
          "fonts",
          "java-17-openjdk",
          "java-21-openjdk",
          "java-25-openjdk",
          "ld.so.cache",
          "localtime",
          "lsb-release",
          "maven",
          "mime.types",
          "os-release",
          PIP,
          "pki/ca-trust/extracted",
          "pki/tls",
          "protocols",
          "services",
          "ssl/certs",
          "ssl/openssl.cnf",
          "terminfo",
          "timezone");

  public SystemFiles {
    directories = List.copyOf(directories);
    people = List.copyOf(people);
    etc = List.copyOf(etc);
    keys = List.copyOf(keys);
  }

  /**
   * Finds the parts.
   *
   * @param root of the system
   * @param directories names in / of directories with programs
   * @param library the directory of bawn's installation
   */
  static SystemFiles of(Path root, List<String> directories, Path library) {
    return new SystemFiles(
        MountGate.system(root, "/usr")
            .orElseThrow(() -> new Refused("/usr cannot be read", "see: ls -ld /usr")),
        found(root, "", directories),
        MountGate.system(root, "/etc"),
        found(root, "/etc/", PEOPLE),
        found(root, "/etc/", ETC),
        MountGate.system(root, "/etc/resolv.conf"),
        MountGate.system(Path.of("/"), library.resolve("prepare-home").toString()),
        found(root, "/proc/", List.of("keys", "key-users")));
  }

  private static List<MountSource> found(Path root, String directory, List<String> names) {
    List<MountSource> found = new ArrayList<>();
    for (String name : names) {
      Optional<MountSource> source = MountGate.system(root, directory + name);
      if (source.isPresent() && !(name.equals(PIP) && holdsPassword(source.get().path()))) {
        found.add(source.get());
      }
    }
    return found;
  }

  /**
   * Tells whether a URL in a file may have a user part (RFC 3986, section 3.2.1), or the file is
   * unreadable.
   */
  private static boolean holdsPassword(Path file) {
    try {
      return UrlLogin.mayBeIn(Files.readString(file));
    } catch (IOException e) {
      return true;
    }
  }
}
