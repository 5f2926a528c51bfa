package dev.bawn.launcher.transcript;

import java.time.Instant;

/** What a tool used at a time. */
record Usage(Instant time, TokenCount tokens) {}
