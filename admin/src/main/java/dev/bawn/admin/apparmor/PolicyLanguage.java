package dev.bawn.admin.apparmor;

import dev.bawn.contract.layout.SystemLayout;
import java.nio.file.Files;

/**
 * Versions of the policy language that profiles are written in, see apparmor.d(5), "ABI". A parser
 * knows those that its package brought along.
 */
enum PolicyLanguage {
  /** AppArmor 4: what a profile does not mention of user namespaces and io_uring is refused. */
  V4("abi/4.0"),
  /** AppArmor 3, Debian 12 for example. */
  V3("abi/3.0");

  private final String abi;

  PolicyLanguage(String abi) {
    this.abi = abi;
  }

  /** The name that a profile's first rule calls it by. */
  String abi() {
    return abi;
  }

  /** The newest that the parser of this system knows. */
  static PolicyLanguage newest(SystemLayout layout) {
    return Files.exists(layout.at("etc/apparmor.d").resolve(V4.abi)) ? V4 : V3;
  }
}
