package dev.bawn.admin.sealing;

import dev.bawn.contract.agent.AgentIdentity;

/**
 * A new key with which git signs commits in the sessions of an agent.
 *
 * @param identity its public half and its digest, which are signed
 * @param key the key in the format of ssh-keygen(1)
 */
public record NewIdentity(AgentIdentity identity, byte[] key) {}
