package dev.bawn.contract.agent;

/**
 * An agent tool that root copied into its own tree.
 *
 * @param name of the tool's definition
 * @param version as the tool says it
 * @param treeSha256 digest of the sorted lines {@code sha256 mode path} of its files; checked by
 *     {@code verify}
 */
public record AdoptedTool(CommandName name, String version, Sha256 treeSha256) {}
