package dev.bawn.admin.apparmor;

import dev.bawn.contract.layout.SystemLayout;
import java.nio.file.Files;

/**
 * Versions of the policy language, see apparmor.d(5), "ABI". A parser knows those of its package.
 */
enum PolicyLanguage {
  /** AppArmor 4: user namespaces and io_uring are refused unless a profile allows them. */
  V4("abi/4.0"),
  /** AppArmor 3, for example in Debian 12. */
  V3("abi/3.0");

  private final String abi;

  PolicyLanguage(String abi) {
    this.abi = abi;
  }

  /** Returns the name in the first rule of a profile. */
  String abi() {
    return abi;
  }

  /** Returns the newest version that the parser of this system knows. */
  static PolicyLanguage newest(SystemLayout layout) {
    return Files.exists(layout.at("etc/apparmor.d").resolve(V4.abi)) ? V4 : V3;
  }
}
