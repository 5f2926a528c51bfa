package dev.bawn.admin.mirror;

/**
 * The memory that the names of one project may take. The owner of the project decides how many
 * there are, and a watcher has the names of all projects in one heap.
 */
final class MemoryShare {

  private static final int PARTS = 8;

  /** The bytes that a text takes in a collection, besides its characters. */
  private static final int OVERHEAD = 100;

  private long left = Runtime.getRuntime().maxMemory() / PARTS;

  /**
   * Takes the memory for a text.
   *
   * @throws BoundedList.Exceeded if none is left
   */
  void take(String text) throws BoundedList.Exceeded {
    left -= OVERHEAD + text.length();
    if (left < 0) {
      throw new BoundedList.Exceeded("the list of hidden files");
    }
  }
}
