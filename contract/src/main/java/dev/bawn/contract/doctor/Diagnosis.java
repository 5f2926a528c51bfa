package dev.bawn.contract.doctor;

import java.util.List;

/**
 * Something that is wrong.
 *
 * @param ailment what kind of thing it is
 * @param what what is wrong here, a sentence: lower case, no full stop
 * @param mend what to type, one command a line; lines that begin with {@code #} are for the reader
 */
public record Diagnosis(FindingKind ailment, String what, List<String> mend) {

  public Diagnosis {
    mend = List.copyOf(mend);
  }

  /** One that a single line mends. */
  public static Diagnosis of(FindingKind ailment, String what, String mend) {
    return new Diagnosis(ailment, what, List.of(mend));
  }
}
