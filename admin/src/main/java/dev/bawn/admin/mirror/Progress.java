package dev.bawn.admin.mirror;

import dev.bawn.contract.agent.ProjectPath;

/** Hears how a first mirror that takes longer than a second comes along, a few times a second. */
public interface Progress {

  /** Nobody wants to know. */
  Progress NONE =
      new Progress() {
        @Override
        public void copied(ProjectPath project, long files, long of) {}

        @Override
        public void end() {}
      };

  /**
   * So far.
   *
   * @param files how many have come
   * @param of how many will
   */
  void copied(ProjectPath project, long files, long of);

  /** There is nothing more to hear. Told in any case. */
  void end();
}
