package dev.bawn.admin.change;

/** Tells whether the home directory of a deleted agent is kept, owned by root. */
public enum KeepHome {
  YES,
  NO
}
