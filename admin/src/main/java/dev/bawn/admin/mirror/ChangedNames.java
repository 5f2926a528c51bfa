package dev.bawn.admin.mirror;

/**
 * What a watcher has told, in its own bytes: nobody here looks at them.
 *
 * @param names records of owner-watch; empty where anything may have changed
 */
record ChangedNames(byte[] names) {

  /** Anything may have changed. */
  static final ChangedNames UNKNOWN = new ChangedNames(new byte[0]);

  /** Whether something is known of where they are. */
  boolean areKnown() {
    return names.length > 0;
  }
}
