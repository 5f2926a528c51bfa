package dev.bawn.launcher.machine;

import dev.bawn.contract.process.ProcessEntry;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The TCP ports at {@code localhost} to which a client on this machine can connect. */
public final class ListeningPorts {

  /** The state TCP_LISTEN, see {@code include/net/tcp_states.h}. */
  private static final String LISTEN = "0A";

  /**
   * 127.0.0.1 and ::1, with the bytes of each 32 bits in the order of the processor, and the
   * addresses that contain them.
   */
  private static final Set<String> LOCALHOST =
      Set.of(
          "0100007F",
          "7F000001",
          "00000000",
          "00000000000000000000000001000000",
          "00000000000000000000000000000001",
          "0000000000000000FFFF00000100007F",
          "00000000000000000000FFFF7F000001",
          "00000000000000000000000000000000");

  private static final int HEXADECIMAL = 16;

  /** The fields of a line: a number, the local address, the remote one, the state, …, the inode. */
  private static final int ADDRESS = 1;

  private static final int STATE = 3;
  private static final int INODE = 9;

  private ListeningPorts() {}

  /**
   * Reads the ports of {@code /proc/net/tcp} and {@code /proc/net/tcp6}, see proc_pid_net(5).
   *
   * @param proc the path of {@code /proc}
   * @return for each port its sockets, as links of {@code /proc/PID/fd} name them; without those of
   *     a file that cannot be read
   */
  public static SortedMap<Integer, Set<String>> of(Path proc) {
    SortedMap<Integer, Set<String>> ports = new TreeMap<>();
    ProcessEntry net = new ProcessEntry(proc.resolve("net"));
    for (String file : new String[] {"tcp", "tcp6"}) {
      for (String line : net.text(file).split("\n")) {
        String[] fields = line.strip().split(" +");
        if (fields.length > INODE && fields[STATE].equals(LISTEN)) {
          int colon = fields[ADDRESS].lastIndexOf(':');
          if (LOCALHOST.contains(fields[ADDRESS].substring(0, colon))) {
            int port = Integer.parseInt(fields[ADDRESS].substring(colon + 1), HEXADECIMAL);
            ports.computeIfAbsent(port, _ -> new HashSet<>()).add("socket:[" + fields[INODE] + "]");
          }
        }
      }
    }
    return ports;
  }
}
