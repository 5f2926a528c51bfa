package dev.bawn.contract.layout;

import dev.bawn.contract.agent.Uid;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The one check that only root controls a path: every directory from the top down to it, and the
 * path itself, belongs to root and is not writable by group or others, and none is a symbolic link.
 *
 * <p>The parents are checked first. If they belong to root, no other user can replace the file
 * between this check and the reading that follows. So a check of the opened file, which Java does
 * not offer, is not needed.
 *
 * <p>It remembers the verified directories, so an instance serves one command only.
 */
public final class RootOwned {

  private static final int WRITABLE_BY_OTHERS = 0022;
  private static final int TYPE = 0170000;
  private static final int LINK = 0120000;
  private static final String PRESENT = "present";
  private static final String OWNER_RULE = "owned by root";
  private static final String MODE_RULE = "writable by root only";

  private final Path top;
  private final Uid owner;
  private final Set<Path> good = ConcurrentHashMap.newKeySet();

  /**
   * @param top the directory where checking begins: {@code /}
   * @param owner the required owner: root
   */
  public RootOwned(Path top, Uid owner) {
    this.top = top;
    this.owner = owner;
  }

  /** The required owner. */
  public Uid owner() {
    return owner;
  }

  /** The check of the running system. */
  public static RootOwned onSystem() {
    return new RootOwned(Path.of("/"), Uid.ROOT);
  }

  /**
   * The reason why a path does not belong to root.
   *
   * @param path the component that breaks the rule
   * @param rule the required state
   * @param found the actual state
   */
  public record Problem(Path path, String rule, String found) {

    /** The problem as a sentence. */
    public String sentence() {
      String sentence = path + " is " + found;
      return rule.equals(PRESENT) ? sentence : sentence + ", and must be " + rule;
    }

    /**
     * The hint.
     *
     * @param otherwise the hint if owner and mode are correct
     */
    public String hint(String otherwise) {
      return command()
          .map(command -> "make sure that nobody changed it, then: " + command)
          .orElse(otherwise);
    }

    /** The command that corrects the owner or the mode, if one of them is wrong. */
    public Optional<String> command() {
      return switch (rule) {
        case OWNER_RULE -> Optional.of("sudo chown root:root " + path);
        case MODE_RULE -> Optional.of("sudo chmod go-w " + path);
        default -> Optional.empty();
      };
    }
  }

  /**
   * Checks a path.
   *
   * @param path absolute, normalized, below the top
   * @return empty if only root controls the path
   */
  public Optional<Problem> problem(Path path) {
    if (good.contains(path)) {
      return Optional.empty();
    }
    if (!path.equals(top)) {
      Optional<Problem> above = problem(path.getParent());
      if (above.isPresent()) {
        return above;
      }
    }
    Optional<Problem> own = own(path);
    if (own.isEmpty()) {
      good.add(path);
    }
    return own;
  }

  private Optional<Problem> own(Path path) {
    try {
      Map<String, Object> attributes =
          Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
      int uid = (Integer) attributes.get("uid");
      int mode = (Integer) attributes.get("mode");
      if ((mode & TYPE) == LINK) {
        return Optional.of(new Problem(path, "no symbolic link", "a symbolic link"));
      }
      if (uid != owner.number()) {
        return Optional.of(new Problem(path, OWNER_RULE, "owned by uid " + uid));
      }
      if ((mode & WRITABLE_BY_OTHERS) != 0) {
        return Optional.of(
            new Problem(path, MODE_RULE, "writable by others (mode " + octal(mode) + ")"));
      }
      return Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.of(new Problem(path, PRESENT, "missing"));
    } catch (AccessDeniedException e) {
      return Optional.of(new Problem(path, "readable", "not readable by you"));
    } catch (IOException e) {
      return Optional.of(new Problem(path, "readable", "unreadable: " + e.getMessage()));
    }
  }

  private static String octal(int mode) {
    return String.format("%04o", mode & 07777);
  }
}
