/**
 * Reads all that the plan of a session depends on: the project, the settings, the tools, the homes
 * and the machine. Each start reads them once. Nothing is changed here, and nobody is asked.
 */
package dev.bawn.launcher.facts;
