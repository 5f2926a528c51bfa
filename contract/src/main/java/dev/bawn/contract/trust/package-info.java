/**
 * The chain of trust of an agent, from root's public key to the enforcement in the kernel, link by
 * link (V1 to V12). It reads files of root only and changes nothing. It is in the contract, because
 * the launcher verifies it before every start and {@code bawn-admin verify} shows root the same.
 */
package dev.bawn.contract.trust;
