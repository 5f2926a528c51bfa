/**
 * What a session changed in a project, read from the upper layer of its overlay and compared with
 * the project below; and whose the files are that it finds there. Every byte up there is the
 * agent's: names are bytes, links are never followed, nothing is run, and no git ever looks at it.
 */
package dev.bawn.launcher.review;
