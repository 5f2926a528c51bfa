package dev.bawn.admin.mirror;

import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import java.util.Collections;
import java.util.Set;

/**
 * The files of a list that the receiver requested and did not get.
 *
 * @param count the number of such files
 * @param records the first of them, as the receiver reports them: the identity of the file, a
 *     blank, its quoted name
 */
record Missing(long count, Set<String> records) {

  static final Missing NONE = new Missing(0, Set.of());

  /**
   * Tells whether one of these files was also missing before. A file that was replaced or removed
   * between the attempts has another identity, or none.
   */
  boolean isAgain(Missing before) {
    boolean isCut = count > records.size() && before.count > before.records.size();
    return isCut || !Collections.disjoint(records, before.records);
  }

  Failed failure(ProjectPath project) {
    String example =
        records.stream()
            .sorted()
            .findFirst()
            .map(record ->
                ", for example " + Printable.of(record.substring(record.indexOf(' ') + 1)))
            .orElse("");
    return new Failed(
        "cannot copy " + count + (count == 1 ? " file of " : " files of ") + project + example,
        "check that its owner can read it, or leave it out with .gitignore or --mask");
  }
}
