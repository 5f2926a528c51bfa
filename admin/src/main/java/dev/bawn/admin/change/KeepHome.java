package dev.bawn.admin.change;

/** Whether the home of a deleted agent stays, owned by root from then on. */
public enum KeepHome {
  YES,
  NO
}
