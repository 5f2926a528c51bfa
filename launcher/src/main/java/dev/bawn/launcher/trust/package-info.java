/**
 * What the launcher itself adds to the chain of trust of the contract: which agents are the
 * caller's, and a memory of the serials that the caller has seen. No cryptography is in here, and
 * nothing that signs.
 */
package dev.bawn.launcher.trust;
