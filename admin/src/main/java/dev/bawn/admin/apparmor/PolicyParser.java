package dev.bawn.admin.apparmor;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The program that compiles and loads policies, apparmor_parser(8). */
final class PolicyParser {

  /** Only root can write here, unlike /tmp: the kernel enforces what is compiled here. */
  private static final Path PLACE = Path.of("/run");

  private final SystemProgram program;

  private PolicyParser(SystemProgram program) {
    this.program = program;
  }

  /**
   * Returns the parser of this system.
   *
   * @throws Failed if it is not installed
   */
  static PolicyParser installed() {
    return new PolicyParser(
        SystemProgram.find("apparmor_parser")
            .orElseThrow(() ->
                new Failed(
                    "this kernel enforces AppArmor policies, but apparmor_parser is not"
                        + " installed",
                    "install the package apparmor")));
  }

  /**
   * Compiles a profile for the running kernel. The same text gives the same bytes.
   *
   * @return the bytes that the kernel loads; it publishes their digest
   * @throws Failed with the message of the parser, if it rejects the text
   */
  byte[] compile(String text) throws IOException {
    Path directory = Files.createTempDirectory(PLACE, "bawn-profile");
    Path source = directory.resolve("profile");
    Path compiled = directory.resolve("profile.bin");
    try {
      Files.writeString(source, text);
      SystemProgram.Result result =
          program.run(
              "--skip-kernel-load",
              "--skip-cache",
              "--ofile",
              compiled.toString(),
              source.toString());
      if (result.status() != 0 || !Files.exists(compiled)) {
        throw new Failed(
            "the AppArmor profile does not compile: " + complaint(result, source),
            "nothing was changed; see the template in apparmor-templates");
      }
      return Files.readAllBytes(compiled);
    } finally {
      Files.deleteIfExists(compiled);
      Files.deleteIfExists(source);
      Files.delete(directory);
    }
  }

  /** Loads a compiled policy unchanged, in place of the policies with the same names. */
  void load(Path compiled) throws IOException {
    SystemProgram.Result result = program.run("--binary", "--replace", compiled.toString());
    if (result.status() != 0) {
      throw new Failed(
          "the kernel refused the policy " + compiled + ": " + complaint(result, compiled),
          "run: sudo bawn-admin reseal");
    }
  }

  /** Returns the line with the error; warnings may come before and after it. */
  private static String complaint(SystemProgram.Result result, Path source) {
    String line =
        result
            .output()
            .lines()
            .filter(each -> each.contains("error") || each.contains("Unable"))
            .findFirst()
            .orElseGet(result::lastLine);
    return Printable.of(line.replace(source.toString(), source.getFileName().toString()));
  }
}
