/**
 * The launcher's addition to the chain of trust of the contract: the list of the caller's agents,
 * and a memory of the serials that the caller has seen. No class here uses cryptography or signs.
 */
package dev.bawn.launcher.trust;
