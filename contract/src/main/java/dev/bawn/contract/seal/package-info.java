/**
 * Signatures in the file formats of minisign (jedisct1/minisign, "Signature format"): any user can
 * verify them with {@code minisign -V} and without this code. This package only verifies; signing
 * needs root.
 */
package dev.bawn.contract.seal;
