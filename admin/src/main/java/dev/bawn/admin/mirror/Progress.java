package dev.bawn.admin.mirror;

import dev.bawn.contract.agent.ProjectPath;

/** Hears how a first mirror that takes longer than a second comes along, a few times a second. */
public interface Progress {

  /** Nobody wants to know. */
  Progress NONE =
      new Progress() {
        @Override
        public void copied(ProjectPath project, int percent, long files) {}

        @Override
        public void end() {}
      };

  /**
   * So far.
   *
   * @param percent how much of it has come, in bytes
   * @param files how many it has in all
   */
  void copied(ProjectPath project, int percent, long files);

  /** There is nothing more to hear. Told in any case. */
  void end();
}
