/**
 * A machine below a directory, for the tests of every module. Its policy is signed as root would
 * sign it, with a separate signer, because the modules under test contain none.
 */
package dev.bawn.contract.world;
