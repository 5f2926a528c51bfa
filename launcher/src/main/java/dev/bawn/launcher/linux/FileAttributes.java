package dev.bawn.launcher.linux;

import java.util.Optional;
import java.util.SortedMap;

/**
 * The attributes of a file or directory in addition to its content, owner and mode.
 *
 * @param group the gid
 * @param accessList its access control list in the kernel's format, if it has one; see acl(5)
 * @param defaultList the list that new files in this directory inherit, if it has one
 * @param ofUser its extended attributes of the class {@code user}, see xattr(7), without those of
 *     an overlay
 */
public record FileAttributes(
    long group,
    Optional<byte[]> accessList,
    Optional<byte[]> defaultList,
    SortedMap<String, byte[]> ofUser) {}
