package dev.bawn.contract.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ProgramPackageTest {

  @Test
  void a_program_that_is_not_installed_is_named_with_its_package() {
    assertEquals("install the package util-linux", ProgramPackage.hint("/usr/bin/setpriv"));
    assertEquals("install the package acl", ProgramPackage.hint("setfacl"));
    assertEquals("install the package that contains other", ProgramPackage.hint("/opt/other"));
  }

  @Test
  void a_start_that_fails_names_the_package() {
    Failed failed =
        Failed.of(
            new IOException(
                "Cannot run program \"/usr/bin/setpriv\" (in directory \"/\"): error=2, No such file"
                    + " or directory"));
    assertEquals("/usr/bin/setpriv cannot be started: it is not installed", failed.what());
    assertEquals("install the package util-linux", failed.hint());
  }
}
