/**
 * The workspace of an unprivileged session: the directories that can be a project, their hidden
 * files, the files of other users in them, and the paths of git. No class here changes a project.
 */
package dev.bawn.launcher.workspace;
