package dev.bawn.admin.mirror;

import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import java.util.Collections;
import java.util.Set;

/**
 * Files of a list that a receiver asked for and did not get.
 *
 * @param count how many
 * @param records the first of them as the receiver tells them: what identifies the file, a blank,
 *     its quoted name
 */
record Missing(long count, Set<String> records) {

  static final Missing NONE = new Missing(0, Set.of());

  /**
   * Whether one of these files was also missing before. A file that was replaced or removed
   * meanwhile is another file, or none.
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
