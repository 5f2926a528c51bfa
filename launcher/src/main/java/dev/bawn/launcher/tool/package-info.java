/**
 * The caller's part in agent tools: whether they get the keys that they need. What is known about a
 * tool is in {@code contract.tool}; nothing here starts one.
 */
package dev.bawn.launcher.tool;
