package dev.bawn.launcher.review;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Paths as text. */
class RawPathTest {

  @Test
  void two_paths_never_look_the_same() {
    assertEquals("x\\ny", new RawPath("x\ny").shown());
    assertEquals("x\\\\ny", new RawPath("x\\ny").shown());
    assertEquals("a b", new RawPath("a b").shown());
    assertEquals("a\\x20", new RawPath("a ").shown());
  }
}
