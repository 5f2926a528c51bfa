/**
 * Plans the sandboxes of a sealed agent's sessions. {@code MachineProbe} reads the machine, {@code
 * RecipePlanner} is pure: what it returns is what root signs.
 */
package dev.bawn.admin.recipe;
