package dev.bawn.admin.linux;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.TimedOut;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Users and groups according to nsswitch.conf(5), looked up by one name or one number: a directory
 * service need not list its accounts. getent(1) is not used, because its exit status is the same
 * for "unknown" and for "the service failed".
 */
public final class NameService {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int SMALL = 1 << 14;
  private static final int LARGE = 1 << 24;

  // errno(3); getpwuid(3) names the first four as possible values for a missing entry
  private static final int ENOENT = 2;
  private static final List<Integer> UNKNOWN = List.of(0, 1, ENOENT, 3, 9);
  private static final int ERANGE = 34;

  private NameService() {}

  /**
   * A user.
   *
   * @param name the name of the account
   * @param uid its uid
   * @param gid the gid of its group
   * @param comment the comment field of passwd(5)
   * @param home the home directory
   * @param shell the login shell
   */
  public record User(String name, Uid uid, Uid gid, String comment, String home, String shell) {}

  /**
   * A group.
   *
   * @param name the name of the group
   * @param gid its gid
   * @param hasMembers whether the entry lists members
   */
  public record Group(String name, Uid gid, boolean hasMembers) {}

  /**
   * Loads the C library in the background, for a look-up that follows soon: JNA needs 40 ms to load
   * it.
   */
  public static void prepare() {
    Thread.ofPlatform().daemon().start(Calls::load);
  }

  /** Returns the user with this uid; empty if there is none. */
  public static Optional<User> user(Uid uid) {
    return ask(
            "user " + uid,
            (entry, buffer, size, found) ->
                Calls.getpwuid_r(uid.number(), entry, buffer, size, found))
        .map(NameService::user);
  }

  /** Returns the user with this name; empty if there is none. */
  public static Optional<User> user(String name) {
    return ask(
            "user " + name,
            (entry, buffer, size, found) -> Calls.getpwnam_r(name, entry, buffer, size, found))
        .map(NameService::user);
  }

  /** Returns the group with this gid; empty if there is none. */
  public static Optional<Group> group(Uid gid) {
    return ask(
            "group " + gid,
            (entry, buffer, size, found) ->
                Calls.getgrgid_r(gid.number(), entry, buffer, size, found))
        .map(NameService::group);
  }

  /** Returns the group with this name; empty if there is none. */
  public static Optional<Group> group(String name) {
    return ask(
            "group " + name,
            (entry, buffer, size, found) -> Calls.getgrnam_r(name, entry, buffer, size, found))
        .map(NameService::group);
  }

  // struct passwd: name, password, uid, gid, comment, home, shell
  private static User user(Entry entry) {
    int word = Native.POINTER_SIZE;
    Pointer at = entry.at();
    return new User(
        text(at, 0),
        number(at.getInt(2L * word)),
        number(at.getInt(2L * word + Integer.BYTES)),
        text(at, 2L * word + 2 * Integer.BYTES),
        text(at, 3L * word + 2 * Integer.BYTES),
        text(at, 4L * word + 2 * Integer.BYTES));
  }

  // struct group: name, password, gid, members
  private static Group group(Entry entry) {
    int word = Native.POINTER_SIZE;
    Pointer members = entry.at().getPointer(3L * word);
    boolean hasMembers = members != null && members.getPointer(0) != null;
    return new Group(text(entry.at(), 0), number(entry.at().getInt(2L * word)), hasMembers);
  }

  private static String text(Pointer at, long offset) {
    Pointer text = at.getPointer(offset);
    return text == null ? "" : text.getString(0, "UTF-8");
  }

  /** Converts an ID; those above 2³¹-1 are never used by bawn, and all become the same value. */
  private static Uid number(int number) {
    return new Uid(number < 0 ? Integer.MAX_VALUE : number);
  }

  /** One of the four functions. */
  private interface Question {
    int ask(Pointer entry, Pointer buffer, long size, PointerByReference found);
  }

  /** An entry, and the memory to which it points. */
  private record Entry(Memory at, Memory buffer) {}

  /**
   * Looks up an entry in a thread that ends with the program: a module of a directory service may
   * block for ever.
   */
  private static Optional<Entry> ask(String what, Question question) {
    // JNA loads the C library first, outside the time limit, which is for the directory service.
    Calls.load();
    FutureTask<Optional<Entry>> task = new FutureTask<>(() -> answer(what, question));
    Thread.ofPlatform().daemon().start(task);
    try {
      return task.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new TimedOut(
          "looking up " + what + " took longer than " + LIMIT.toSeconds() + " seconds", hint());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Failed failed) {
        throw failed;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }

  private static Optional<Entry> answer(String what, Question question) {
    for (int size = SMALL; size <= LARGE; size *= 4) {
      Memory entry = new Memory(8L * Native.POINTER_SIZE);
      Memory buffer = new Memory(size);
      PointerByReference found = new PointerByReference();
      int errno = question.ask(entry, buffer, size, found);
      if (errno == ERANGE) {
        continue;
      }
      if (errno == 0 && found.getValue() != null) {
        return Optional.of(new Entry(entry, buffer));
      }
      if (UNKNOWN.contains(errno)) {
        return Optional.empty();
      }
      throw new Failed(
          "looking up " + what + " failed: " + Calls.strerror(errno).toLowerCase(Locale.ROOT),
          hint());
    }
    throw new Failed("looking up " + what + " failed: the entry is too long", hint());
  }

  private static String hint() {
    return "is the directory service of /etc/nsswitch.conf running? see: getent passwd root";
  }

  /** The functions, named as in section 3 of the manual. */
  private static final class Calls {

    static {
      Native.register(Calls.class, "libc.so.6");
    }

    private Calls() {}

    /** Does nothing: the call itself has loaded the class. */
    static void load() {}

    static native int getpwuid_r(
        int uid, Pointer entry, Pointer buffer, long size, PointerByReference found);

    static native int getpwnam_r(
        String name, Pointer entry, Pointer buffer, long size, PointerByReference found);

    static native int getgrgid_r(
        int gid, Pointer entry, Pointer buffer, long size, PointerByReference found);

    static native int getgrnam_r(
        String name, Pointer entry, Pointer buffer, long size, PointerByReference found);

    static native String strerror(int errno);
  }
}
