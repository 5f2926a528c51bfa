package dev.bawn.launcher.review;

import java.io.IOException;

/** A file of an upper layer says that its content is that of a file below. */
public final class ContentBelowException extends IOException {

  private static final long serialVersionUID = 1;

  ContentBelowException() {}
}
