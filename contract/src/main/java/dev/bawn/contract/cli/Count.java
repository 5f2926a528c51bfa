package dev.bawn.contract.cli;

/** Numbers of things as people say them: {@code 1 file}, {@code 2 files}. */
public final class Count {

  private Count() {}

  /**
   * So many of them.
   *
   * @param number how many
   * @param thing one of them; more of them end in s
   */
  public static String of(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }
}
