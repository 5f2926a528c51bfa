package dev.bawn.launcher.machine;

import dev.bawn.contract.process.ProcessEntry;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;

/** The TCP ports of this machine to which a client can connect. */
public final class ListeningPorts {

  /** The state TCP_LISTEN, see {@code include/net/tcp_states.h}. */
  private static final String LISTEN = "0A";

  private static final int HEXADECIMAL = 16;

  private ListeningPorts() {}

  /**
   * Reads the ports of {@code /proc/net/tcp} and {@code /proc/net/tcp6}, see proc_pid_net(5).
   *
   * @param proc the path of {@code /proc}
   * @return without those of a file that cannot be read
   */
  public static SortedSet<Integer> of(Path proc) {
    SortedSet<Integer> ports = new TreeSet<>();
    ProcessEntry net = new ProcessEntry(proc.resolve("net"));
    for (String file : new String[] {"tcp", "tcp6"}) {
      for (String line : net.text(file).split("\n")) {
        // a number, the local address, the remote one, the state
        String[] fields = line.strip().split(" +");
        if (fields.length > 3 && fields[3].equals(LISTEN)) {
          String address = fields[1];
          ports.add(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), HEXADECIMAL));
        }
      }
    }
    return ports;
  }
}
