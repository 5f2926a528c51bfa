package dev.bawn.launcher.merge;

import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntPredicate;

/** A staging directory of a process that is killed after a number of renames. */
final class KilledStaging extends Staging {

  /** No code of bawn runs after a kill. */
  static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Others edit a file. */
  interface Edit {
    void write() throws IOException;
  }

  private final int last;
  private final IntPredicate edited;
  private final Edit edit;
  private int renames;

  /**
   * @param last the number of renames before the kill
   * @param edited the numbers of the renames immediately before which others edit a file
   */
  KilledStaging(Path project, SessionName session, int last, IntPredicate edited, Edit edit)
      throws IOException {
    OpenDirectory top = OpenDirectory.at(project);
    super(project, top, Staging.name(session), Optional.of(top.directory(Staging.name(session))));
    this.last = last;
    this.edited = edited;
    this.edit = edit;
  }

  private void next() throws IOException {
    renames++;
    if (renames > last) {
      throw new Killed();
    }
    if (edited.test(renames)) {
      edit.write();
    }
  }

  @Override
  void exchange(RawName name, RawPath path) throws IOException {
    next();
    super.exchange(name, path);
  }

  @Override
  void place(MergeStep step) throws IOException {
    next();
    super.place(step);
  }

  @Override
  void withdraw(MergeStep step) throws IOException {
    next();
    super.withdraw(step);
  }

  @Override
  ExchangeMark mark(MergeStep step) throws IOException {
    next();
    return super.mark(step);
  }

  @Override
  void unmark(MergeStep step, ExchangeMark mark) throws IOException {
    next();
    super.unmark(step, mark);
  }
}
