/** The keys with which sessions sign their commits, and the forms in which others know them. */
package dev.bawn.contract.identity;
