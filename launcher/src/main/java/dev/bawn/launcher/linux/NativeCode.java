package dev.bawn.launcher.linux;

/** The native code that calls the kernel. */
public final class NativeCode {

  private NativeCode() {}

  /** Loads the code, which takes 28 ms in a new JVM. The first call loads it, too. */
  public static void load() {
    FileCalls.load();
  }
}
