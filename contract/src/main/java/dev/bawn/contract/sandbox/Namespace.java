package dev.bawn.contract.sandbox;

/** A namespace of the kernel, namespaces(7), that is separate for a session. */
public enum Namespace {
  USER("--unshare-user"),
  PID("--unshare-pid"),
  IPC("--unshare-ipc"),
  UTS("--unshare-uts"),
  CGROUP("--unshare-cgroup"),
  NETWORK("--unshare-net");

  private final String option;

  Namespace(String option) {
    this.option = option;
  }

  String option() {
    return option;
  }
}
