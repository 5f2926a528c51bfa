/**
 * Merges the changes of a session into its project, and takes merges back. A merge stages all files
 * in a directory of the project and writes a journal. Then it only renames. It compares each file
 * that it replaces with the expected one, and the session keeps the replaced file.
 */
package dev.bawn.launcher.merge;
