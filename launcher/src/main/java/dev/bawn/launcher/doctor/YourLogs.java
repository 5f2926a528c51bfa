package dev.bawn.launcher.doctor;

import dev.bawn.contract.denial.LogProgram;
import dev.bawn.contract.denial.LogPrograms;
import dev.bawn.contract.failure.Failed;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The programs that print logs, run as the caller: they print what the caller may read. */
public final class YourLogs implements LogPrograms {

  private final Path programs;

  /**
   * @param programs their directory
   */
  public YourLogs(Path programs) {
    this.programs = programs;
  }

  @Override
  public boolean run(LogProgram program, List<String> arguments, Reader reader) throws IOException {
    Path file = programs.resolve(program.word());
    if (!Files.isExecutable(file)) {
      return false;
    }
    List<String> argv = new ArrayList<>(List.of(file.toString()));
    argv.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(argv)
            .redirectInput(new File("/dev/null"))
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(Map.of("PATH", programs.toString(), "LC_ALL", "C.UTF-8"));
    Process process = builder.start();
    try (InputStream in = process.getInputStream()) {
      reader.read(in);
      return process.waitFor() == 0;
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }
}
