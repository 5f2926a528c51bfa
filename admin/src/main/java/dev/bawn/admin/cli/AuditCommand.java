package dev.bawn.admin.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.admin.audit.Act;
import dev.bawn.admin.audit.AuditLog;
import dev.bawn.admin.audit.Ledger;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Since;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.AccountNames;
import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code audit}: the journal of this program. The names in the JSON are stable: {@code time},
 * {@code by}, {@code argv}, {@code result}, {@code reason} and, if the command was about an agent,
 * {@code agent} and {@code serial}.
 */
final class AuditCommand implements Command {

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Parameters.command()
            .addOption(Since.option())
            .addOption(Parameters.flag("--json", "print JSON, one array"));
    spec.usageMessage()
        .description(
            "Prints each command with its result, and on a second line why it was refused or failed. The result 'begun' means that the command still runs or was interrupted.",
            "Commands that only read (list, show, verify), and sync, are not recorded.",
            "");
    return spec;
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin audit",
        "sudo bawn-admin audit --since 7d",
        "sudo bawn-admin audit --json");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    Ledger ledger = Ledger.read(new AuditLog(here.layout()), Since.of(typed, here.clock()));
    if (typed.has("--json")) {
      JsonOutput.print(
          here.out(), json -> JsonOutput.objects(json, ledger.acts(), AuditCommand::json));
    } else {
      AccountNames names = AccountNames.read(here.layout());
      ledger.acts().forEach(act -> print(act, names, here));
    }
    if (ledger.unreadable() > 0) {
      Messages.say(here, ledger.unreadable() + " lines of the audit log are not readable");
    }
    return 0;
  }

  /** Prints an act; a refused or unfinished one has its reason in a second line. */
  private static void print(Act act, AccountNames names, Surroundings here) {
    String head =
        "%s  %-10s %-8s "
            .formatted(
                act.time().truncatedTo(ChronoUnit.SECONDS),
                Printable.of(names.user(act.by().number())),
                act.result().word());
    WrappedText.print(head, ShellQuoting.join(act.argv()), here);
    if (!act.reason().isEmpty()) {
      WrappedText.print("    ", Printable.of(act.reason()), here);
    }
  }

  private static void json(JsonGenerator json, Act act) throws IOException {
    json.writeStringField("time", act.time().toString());
    json.writeNumberField("by", act.by().number());
    JsonOutput.texts(json, "argv", act.argv());
    if (act.agent().isPresent()) {
      json.writeStringField("agent", act.agent().get().text());
    }
    if (act.serial().isPresent()) {
      json.writeNumberField("serial", act.serial().get().number());
    }
    json.writeStringField("result", act.result().word());
    json.writeStringField("reason", act.reason());
  }
}
