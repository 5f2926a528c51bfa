/**
 * What Java does not offer of Linux, through JNA: the only package that imports it. Exposes intent
 * (an open directory, a name in it), never a descriptor or an address.
 */
package dev.bawn.launcher.linux;
