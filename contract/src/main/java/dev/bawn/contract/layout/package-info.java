/** Where things lie on disk, and the one check that a place is root's. */
package dev.bawn.contract.layout;
