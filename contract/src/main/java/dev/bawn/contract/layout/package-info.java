/** The paths of bawn's files, and the one check that a path belongs to root. */
package dev.bawn.contract.layout;
