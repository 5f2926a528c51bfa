package dev.bawn.launcher.plan;

import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionRecord;

/**
 * The plan of an agent session with a record.
 *
 * @param session its record
 * @param directory its directory
 * @param start the program to start after the directory was made
 */
public record AgentSessionPlan(
    SessionRecord session, SessionDirectory directory, StartPlan start) {}
