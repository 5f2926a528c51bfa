/**
 * The failures of both programs, as one sealed family: each has its exit status, a message and a
 * hint. Both programs share it because they share the exit statuses; the command line prints
 * failures, not this package. It also has the names of the links that can break, the replacement of
 * unprintable characters, and the search for similar words. It uses no other package of bawn.
 */
package dev.bawn.contract.failure;
