package dev.bawn.admin.mirror;

/**
 * The names that a watcher reported, as bytes; bawn-admin does not interpret them.
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
