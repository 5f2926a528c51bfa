/**
 * The adopted tools in {@code /var/lib/bawn/tools}: the record of each was signed when it was
 * adopted. This package only reads; {@code admin.tool} writes.
 */
package dev.bawn.admin.toolstore;
