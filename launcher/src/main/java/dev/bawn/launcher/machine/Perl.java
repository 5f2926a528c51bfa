package dev.bawn.launcher.machine;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import java.nio.file.Files;

/** The interpreter that runs {@code session} and {@code join}. */
public final class Perl {

  private Perl() {}

  /** Refuses if it is missing: without it no session begins and none is joined. */
  public static void require(SystemLayout layout) {
    if (!Files.isExecutable(layout.at("usr/bin/perl"))) {
      throw new Refused(
          "perl is not installed, and bawn runs sessions with it", "install the package perl");
    }
  }
}
