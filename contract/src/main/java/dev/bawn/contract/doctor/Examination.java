package dev.bawn.contract.doctor;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/** A family of checks. Looks, and changes nothing. */
public interface Examination {

  /** What is looked at, in a word or two. */
  String subject();

  /** Everything that it can find. */
  Set<FindingKind> looksFor();

  /**
   * What is wrong now.
   *
   * @throws IOException if something could not be looked at
   */
  List<Diagnosis> look() throws IOException;
}
