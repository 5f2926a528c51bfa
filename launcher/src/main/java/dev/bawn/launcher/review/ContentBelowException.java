package dev.bawn.launcher.review;

import java.io.IOException;

/** An upper layer refers to a lower one for the content of a file (metacopy). */
public final class ContentBelowException extends IOException {

  private static final long serialVersionUID = 1;

  ContentBelowException() {}
}
