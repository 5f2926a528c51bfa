/**
 * Plans sessions. The packages that read the machine hand over what they found; from that, a
 * planner makes a {@link dev.bawn.launcher.plan.StartPlan}. Nothing here opens a file or starts a
 * process: an architecture test holds that.
 */
package dev.bawn.launcher.plan;
