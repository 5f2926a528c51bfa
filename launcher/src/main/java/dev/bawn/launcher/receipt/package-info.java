/** Signed statements about sessions, and the key of the user that signs them. */
package dev.bawn.launcher.receipt;
