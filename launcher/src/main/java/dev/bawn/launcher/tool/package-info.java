/**
 * The tools of the caller: the program for a tool's name, by the search path, by the name in an
 * earlier start, or in the usual directories; and whether the tool gets the keys that it needs. The
 * definitions of tools are in {@code contract.tool}; no class here starts one.
 */
package dev.bawn.launcher.tool;
