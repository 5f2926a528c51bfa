/**
 * The full screen of {@code review}: a list of changes, decisions about them that are kept between
 * runs, and the terminal. It makes no rules about files: {@code review} and {@code merge} find the
 * changes, the conflicts and the hazards, and carry out the decisions.
 */
package dev.bawn.launcher.screen;
