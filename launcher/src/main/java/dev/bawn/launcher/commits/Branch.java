package dev.bawn.launcher.commits;

/**
 * A branch with commits that the project does not have.
 *
 * @param name in the session; empty for a detached HEAD
 * @param id of its last commit
 */
public record Branch(String name, String id) {}
