/**
 * Plans sessions. The packages that read the machine pass their findings on; a planner turns them
 * into a {@link dev.bawn.launcher.plan.StartPlan}. No class here opens a file or starts a process:
 * an architecture test verifies this.
 */
package dev.bawn.launcher.plan;
