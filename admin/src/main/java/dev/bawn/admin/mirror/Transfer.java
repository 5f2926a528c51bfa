package dev.bawn.admin.mirror;

/**
 * How a mirror was brought in line with a listing.
 *
 * @param changed files and links that were new or different
 * @param removed what the mirror held beyond the listing
 */
record Transfer(long changed, long removed) {}
