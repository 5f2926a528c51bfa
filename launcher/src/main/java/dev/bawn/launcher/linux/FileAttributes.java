package dev.bawn.launcher.linux;

import java.util.Optional;
import java.util.SortedMap;

/**
 * What a file has beside its content, its owner and its mode.
 *
 * @param group the gid
 * @param accessList its access control list as the kernel writes it, if it has one; see acl(5)
 * @param ofUser its extended attributes of the class {@code user}, see xattr(7), without those that
 *     an overlay writes
 */
public record FileAttributes(
    long group, Optional<byte[]> accessList, SortedMap<String, byte[]> ofUser) {}
