package dev.bawn.admin.cli;

import dev.bawn.contract.cli.Surroundings;

/** A project argument: the ID of a project, or a path if it contains a slash. */
final class ProjectReference {

  private ProjectReference() {}

  static String of(String typed, Surroundings here) {
    boolean path = typed.contains("/") || typed.equals(".") || typed.equals("..");
    return path ? here.directory().resolve(typed).normalize().toString() : typed;
  }
}
