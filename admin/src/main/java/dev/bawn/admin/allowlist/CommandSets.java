package dev.bawn.admin.allowlist;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The commands of a new agent, by profile. Those that are not installed are left out. */
public final class CommandSets {

  private static final String READ_ONLY =
      "bash sh cat echo cut grep sed awk tr head tail wc sort uniq tee printf expr seq strings ls pwd stat file find du"
          + " df basename dirname realpath readlink lsblk lscpu lsmem ps id whoami uptime free diff cmp md5sum sha256sum"
          + " base64 true false sleep jq xargs date uname";

  private static final String LOCAL =
      " tar zip unzip bzip2 gzip xz zstd vim nano ping ss lsof python3 touch cp mkdir mktemp rmdir ln more less which"
          + " env envsubst";

  private static final String REMOTE = " curl wget git";

  /** The commands that change a project, build it and run its tests. */
  private static final String DEVELOP =
      " rm mv chmod install truncate dd mkfifo timeout patch make nproc python pip pip3 pytest node npm npx java javac jar mvn go gofmt cargo rustc rustdoc"
          + " gcc cc g++ c++ ar as ld";

  private CommandSets() {}

  /** Returns the names of a profile's commands. */
  public static List<CommandName> of(Profile profile) {
    String names =
        switch (profile) {
          case READ_ONLY -> READ_ONLY;
          case NETWORK_ISOLATED -> READ_ONLY + LOCAL;
          case STANDARD -> READ_ONLY + LOCAL + REMOTE;
          case DEVELOPER -> READ_ONLY + LOCAL + REMOTE + DEVELOP;
          case CUSTOM -> "";
        };
    List<CommandName> commands = new ArrayList<>();
    Arrays.stream(names.split(" "))
        .filter(name -> !name.isEmpty())
        .map(CommandName::of)
        .forEach(commands::add);
    return commands;
  }
}
