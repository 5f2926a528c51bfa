/**
 * The tools that root adopted, as they stand in {@code /var/lib/bawn/tools}: what is known of each
 * was sealed when it was adopted. Reads only; {@code admin.tool} puts tools there.
 */
package dev.bawn.admin.toolstore;
