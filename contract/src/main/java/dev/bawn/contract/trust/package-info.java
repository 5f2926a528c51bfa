/**
 * The chain of trust of a sealed agent, from root's public key to what the kernel enforces, link by
 * link (V1 to V12). Reads root-owned files only and changes nothing. Lives in the contract, because
 * the launcher checks it before every start and {@code bawn-admin verify} shows root the same.
 */
package dev.bawn.contract.trust;
