/**
 * What Java does not offer of Linux, through JNA: the only package that imports it. Exposes intent
 * (a file system is synced, a filter compiled), never a descriptor or an address.
 */
package dev.bawn.admin.linux;
