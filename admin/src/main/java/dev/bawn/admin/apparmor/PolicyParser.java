package dev.bawn.admin.apparmor;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The program that compiles and loads policies, apparmor_parser(8). */
final class PolicyParser {

  /** Root's alone, unlike /tmp: what is compiled here becomes what the kernel enforces. */
  private static final Path PLACE = Path.of("/run");

  private final SystemProgram program;

  private PolicyParser(SystemProgram program) {
    this.program = program;
  }

  /**
   * The parser of this system.
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
   * Compiles a profile for the kernel that runs. The same text gives the same bytes.
   *
   * @return what the kernel loads, and publishes the digest of
   * @throws Failed with the parser's own line, if it does not take the text
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

  /** Loads a compiled policy as it is, instead of those of the same names. */
  void load(Path compiled) throws IOException {
    SystemProgram.Result result = program.run("--binary", "--replace", compiled.toString());
    if (result.status() != 0) {
      throw new Failed(
          "the kernel refused the policy " + compiled + ": " + complaint(result, compiled),
          "run: sudo bawn-admin reseal");
    }
  }

  /** Warnings may stand before and after the line that says what is wrong. */
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
