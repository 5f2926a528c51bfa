package dev.bawn.admin.mirror;

/**
 * The names that a watcher reported, as bytes; bawn-admin does not interpret them.
 *
 * @param names records of owner-watch; empty if anything may have changed
 */
record ChangedNames(byte[] names) {

  /** The value for "anything may have changed". */
  static final ChangedNames UNKNOWN = new ChangedNames(new byte[0]);

  /** Tells whether the watcher named the changes. */
  boolean areKnown() {
    return names.length > 0;
  }
}
