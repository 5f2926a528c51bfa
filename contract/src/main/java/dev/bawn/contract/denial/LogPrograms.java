package dev.bawn.contract.denial;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Starts the programs that print logs, with whatever rights the caller has. */
public interface LogPrograms {

  /** Reads what a program prints, to its end. */
  @FunctionalInterface
  interface Reader {
    /** Reads it. */
    void read(InputStream printed) throws IOException;
  }

  /**
   * Runs one to its end.
   *
   * @return whether it is installed and ended well
   */
  boolean run(LogProgram program, List<String> arguments, Reader reader) throws IOException;
}
