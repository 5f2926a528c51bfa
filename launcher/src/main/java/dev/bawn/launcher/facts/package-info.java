/**
 * Reads the facts for the plan of a session: the project, the settings, the tools, the homes and
 * the machine. Each start reads them once. Nothing is changed here, and no question is asked.
 */
package dev.bawn.launcher.facts;
