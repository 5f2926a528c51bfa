package dev.bawn.launcher.commits;

import java.time.Instant;

/**
 * A commit of a session that the project does not have.
 *
 * @param id the whole hash
 * @param author a name, as the session gave it
 * @param date of the author
 * @param subject the first line of the message, as the session wrote it
 */
public record SessionCommit(String id, String author, Instant date, String subject) {}
