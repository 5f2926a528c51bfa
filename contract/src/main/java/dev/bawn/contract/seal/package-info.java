/**
 * Seals, in the file formats of minisign (jedisct1/minisign, "Signature format"): anyone can check
 * ours with {@code minisign -V} and trust none of this code. Checking only; what signs lives with
 * root.
 */
package dev.bawn.contract.seal;
