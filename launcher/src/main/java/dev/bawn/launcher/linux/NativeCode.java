package dev.bawn.launcher.linux;

/** The native code that calls the kernel. */
public final class NativeCode {

  private NativeCode() {}

  /** Loads it, which takes 28 ms in a JVM that has just begun. The first call does so, too. */
  public static void load() {
    FileCalls.load();
  }
}
