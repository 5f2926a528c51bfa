/**
 * What bawn stores about each session of the caller: its name, its directory and the file {@code
 * plan.json} in that.
 */
package dev.bawn.launcher.record;
