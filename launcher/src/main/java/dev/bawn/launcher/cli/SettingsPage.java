package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.FormatPage;
import dev.bawn.contract.cli.FormatPage.Block;
import dev.bawn.launcher.config.Setting;
import dev.bawn.launcher.config.SettingText;
import java.util.ArrayList;
import java.util.List;

/** The page bawn.toml(5): its keys are those of {@link Setting}. */
final class SettingsPage {

  private SettingsPage() {}

  static FormatPage page() {
    List<Block> blocks = new ArrayList<>();
    describe(blocks);
    blocks.add(new Block.Section("KEYS"));
    for (Setting setting : Setting.values()) {
      blocks.add(key(setting));
    }
    profiles(blocks);
    more(blocks);
    return new FormatPage(
        "bawn.toml",
        "settings of unprivileged sessions: config.toml and .bawn.toml",
        blocks,
        List.of("bawn(1)", "bawn-tool(5)", "bawn-admin(8)", "gitignore(5)"));
  }

  private static void describe(List<Block> blocks) {
    blocks.add(new Block.Section("SYNOPSIS"));
    blocks.add(new Block.Example(List.of("~/.config/bawn/config.toml", "PROJECT/.bawn.toml")));
    blocks.add(new Block.Section("DESCRIPTION"));
    blocks.add(
        new Block.Paragraph(
            "bawn(1) reads these settings when it starts a session under your own user. An agent"
                + " session obeys only the policy that root signed: see bawn-admin(8)."));
    blocks.add(
        new Block.Paragraph(
            "Both files are TOML and have the same keys. Every key is optional. bawn refuses a file"
                + " with an unknown key or an invalid value, and starts no session."));
    blocks.add(
        new Block.Paragraph(
            "config.toml is yours. bawn refuses a config.toml that is a symbolic link, because a"
                + " session might be able to write the target of the link. 'bawn config edit' opens it in your editor."
                + " 'bawn config show' prints the settings in effect, and the file that sets each"
                + " one."));
    blocks.add(
        new Block.Paragraph(
            ".bawn.toml belongs to the project, so everybody who can write to the project can"
                + " change it. Some of its values take effect at once, others after 'bawn trust': each"
                + " key below says which. A trusted value stays in effect until the file changes."));
    blocks.add(
        new Block.Paragraph(
            "An option of 'bawn launch' overrides a single value and adds to a list. Lists of both"
                + " files are added to the default."));
  }

  private static Block.Key key(Setting setting) {
    SettingText text = SettingText.of(setting);
    return new Block.Key(
        setting.key(),
        SettingText.type(setting),
        List.of(
            text.meaning(),
            "Default: " + SettingText.standard(setting),
            "In .bawn.toml: " + SettingText.inProject(setting),
            "Example: " + text.example()));
  }

  private static void profiles(List<Block> blocks) {
    blocks.add(new Block.Section("PROFILES"));
    blocks.add(
        new Block.Paragraph(
            "A profile decides what a session sees of /etc, and whether it sees files of the project"
                + " with a secret name. It sets no other key. The option --etc overrides what is"
                + " in /etc."));
    blocks.add(
        new Block.Table(
            List.of(
                List.of("in /etc", "strict", "balanced", "compat"),
                List.of("--etc", "synthetic", "balanced", "full"),
                List.of("passwd, group", "generated", "this machine", "this machine"),
                List.of("hosts, nsswitch.conf", "generated", "this machine", "this machine"),
                List.of("machine-id", "generated", "generated", "this machine"),
                List.of("gitconfig", "your name", "your name", "this machine"),
                List.of("files that programs need", "this machine", "this machine", "this machine"),
                List.of("every other file", "hidden", "hidden", "this machine"),
                List.of("secrets of the project", "hidden", "shown", "shown"))));
    blocks.add(
        new Block.Paragraph(
            "generated: the file names the user of the session, root, nobody, localhost and the host name of the session, and no other user or host. your"
                + " name: the file has your user.name and user.email, and no other setting. this"
                + " machine: the file of this machine, read-only. files that programs need:"
                + " certificates, fonts, the time zone, services, protocols, resolv.conf, mime.types,"
                + " terminfo, the release of the distribution, alternatives, the linker's cache, and"
                + " the settings of Java, Maven, pip (without a password), Firefox and Chromium."));
  }

  private static void more(List<Block> blocks) {
    blocks.add(new Block.Section("EXAMPLES"));
    blocks.add(new Block.Paragraph("A config.toml that shows your notes to every session:"));
    blocks.add(
        new Block.Example(
            List.of(
                "default_tool = \"claude\"",
                "ro = [\"~/notes\"]",
                "env_passthrough = [\"EDITOR\"]")));
    blocks.add(
        new Block.Paragraph("A .bawn.toml that hides files of the project, without 'bawn trust':"));
    blocks.add(
        new Block.Example(List.of("mask = [\"/customers/\", \"*.pem\"]", "network = \"none\"")));
    blocks.add(new Block.Section("FILES"));
    blocks.add(
        new Block.Key(
            "/etc/bawn/bawn.toml",
            "",
            List.of(
                "The settings of bawn-admin(8), which describes them. bawn does not read it.")));
    blocks.add(
        new Block.Key(
            "~/.local/state/bawn/trusted",
            "",
            List.of("The digests of the .bawn.toml files that you trusted or declined.")));
  }
}
