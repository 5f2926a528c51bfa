package dev.bawn.launcher.linux;

import java.util.Optional;
import java.util.SortedMap;

/**
 * The attributes of a file in addition to its content, owner and mode.
 *
 * @param group the gid
 * @param accessList its access control list in the kernel's format, if it has one; see acl(5)
 * @param ofUser its extended attributes of the class {@code user}, see xattr(7), without those of
 *     an overlay
 */
public record FileAttributes(
    long group, Optional<byte[]> accessList, SortedMap<String, byte[]> ofUser) {}
