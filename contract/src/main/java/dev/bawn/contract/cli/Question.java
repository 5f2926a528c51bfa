package dev.bawn.contract.cli;

import dev.bawn.contract.failure.WrongUsage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A question to the user at the terminal. */
public final class Question {

  private Question() {}

  /**
   * Tells whether the answer is yes; anything else is no.
   *
   * @throws WrongUsage if there is no terminal
   */
  public static boolean yes(String question, Surroundings here) {
    if (!here.terminals().canAsk()) {
      throw new WrongUsage("confirmation needed, but there is no terminal", "add --yes");
    }
    // no line begins with the choice
    here.err()
        .print(WrappedText.message(question + "\u00a0[y/N]", here).replace('\u00a0', ' ') + " ");
    here.err().flush();
    // after Ctrl-C, too, the shell begins a line of its own
    Thread newline = new Thread(() -> here.err().println());
    Runtime.getRuntime().addShutdownHook(newline);
    try {
      String answer =
          new BufferedReader(new InputStreamReader(here.in(), StandardCharsets.UTF_8)).readLine();
      Runtime.getRuntime().removeShutdownHook(newline);
      if (answer == null) {
        here.err().println();
        return false;
      }
      return answer.strip().equalsIgnoreCase("y") || answer.strip().equalsIgnoreCase("yes");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
