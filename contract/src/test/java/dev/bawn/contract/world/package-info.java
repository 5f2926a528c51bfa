/**
 * A machine below a directory, for the tests of every module: sealed as root would seal it, with a
 * signer of its own, because the modules that it tests contain none.
 */
package dev.bawn.contract.world;
