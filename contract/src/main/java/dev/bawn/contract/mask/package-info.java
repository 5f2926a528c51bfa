/**
 * Decides which names of a project are hidden: one syntax of patterns and one list of secret names,
 * for mirrors and for sessions.
 */
package dev.bawn.contract.mask;
