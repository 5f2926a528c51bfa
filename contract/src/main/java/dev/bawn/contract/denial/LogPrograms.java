package dev.bawn.contract.denial;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Starts the programs that print logs, with the rights of the caller. */
public interface LogPrograms {

  /** Reads the output of a program, to its end. */
  @FunctionalInterface
  interface Reader {
    /** Reads the output. */
    void read(InputStream printed) throws IOException;
  }

  /**
   * Runs a program to its end.
   *
   * @return whether it is installed and succeeded
   */
  boolean run(LogProgram program, List<String> arguments, Reader reader) throws IOException;
}
