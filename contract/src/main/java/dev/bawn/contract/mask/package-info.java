/**
 * Which names of a project are hidden: one language of patterns and one list of secret names, for
 * mirrors and for sessions.
 */
package dev.bawn.contract.mask;
