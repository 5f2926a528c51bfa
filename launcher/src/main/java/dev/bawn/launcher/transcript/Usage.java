package dev.bawn.launcher.transcript;

import java.time.Instant;

/** The tokens that a tool used at a time. */
record Usage(Instant time, TokenCount tokens) {}
