/**
 * The full screen of {@code review}: a list of changes, decisions about them that are kept between
 * runs, and the terminal. It decides nothing about files: what a change is, what conflicts and what
 * is a hazard is told by {@code review} and {@code merge}, and they carry the decisions out.
 */
package dev.bawn.launcher.screen;
