/**
 * The functions of Linux that Java does not offer, by JNA: the only package that imports it. Its
 * methods express a purpose (sync a file system, compile a filter); no descriptor or address is
 * visible outside.
 */
package dev.bawn.admin.linux;
