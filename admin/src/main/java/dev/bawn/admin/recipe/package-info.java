/**
 * Plans the sandboxes of agent sessions. {@code MachineProbe} reads the machine, {@code
 * RecipePlanner} reads no file: root signs its result.
 */
package dev.bawn.admin.recipe;
