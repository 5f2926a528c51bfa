package dev.bawn.admin.system;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.denial.LogProgram;
import dev.bawn.contract.denial.LogPrograms;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The programs that print logs, run by root. */
public final class SystemLogs implements LogPrograms {

  @Override
  public boolean run(LogProgram program, List<String> arguments, Reader reader) throws IOException {
    Optional<SystemProgram> found =
        switch (program) {
          case JOURNALCTL -> SystemProgram.find("journalctl");
          case DMESG -> SystemProgram.find("dmesg");
        };
    return found.isPresent() && found.get().read(arguments, reader::read) == 0;
  }
}
