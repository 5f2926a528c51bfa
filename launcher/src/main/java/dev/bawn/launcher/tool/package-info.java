/**
 * The caller's part in agent tools: which program a tool's name stands for, by the search path, by
 * what was named once, or where such tools lie; and whether it gets the keys that it needs. What is
 * known about a tool is in {@code contract.tool}; nothing here starts one.
 */
package dev.bawn.launcher.tool;
