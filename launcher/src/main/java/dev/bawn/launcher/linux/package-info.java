/**
 * The features of Linux that Java does not offer, through JNA: the only package that imports it.
 * Its classes represent objects (an open directory, a name in it), never a descriptor or an
 * address.
 */
package dev.bawn.launcher.linux;
