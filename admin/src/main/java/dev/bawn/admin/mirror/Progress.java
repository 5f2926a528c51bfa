package dev.bawn.admin.mirror;

import dev.bawn.contract.agent.ProjectPath;

/**
 * Receives the progress of a first mirror that takes longer than a second, a few times a second.
 */
public interface Progress {

  /** Ignores the progress. */
  Progress NONE =
      new Progress() {
        @Override
        public void copied(ProjectPath project, int percent, long files) {}

        @Override
        public void end() {}
      };

  /**
   * Reports the progress so far.
   *
   * @param percent the part that has arrived, of the bytes
   * @param files the number of files in all
   */
  void copied(ProjectPath project, int percent, long files);

  /** Reports the end; called also after an error. */
  void end();
}
