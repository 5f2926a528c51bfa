package dev.bawn.contract.doctor;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/** A family of checks. It changes nothing. */
public interface Examination {

  /** The subject in a word or two. */
  String subject();

  /** The kinds of problems that it can find. */
  Set<FindingKind> looksFor();

  /**
   * The present problems.
   *
   * @throws IOException if something could not be examined
   */
  List<Diagnosis> look() throws IOException;
}
