package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.FormatPage;
import dev.bawn.contract.cli.FormatPage.Block;
import dev.bawn.contract.tool.DefinitionKey;
import dev.bawn.contract.tool.DefinitionText;
import java.util.ArrayList;
import java.util.List;

/** The page bawn-tool(5): its keys are those of {@link DefinitionKey}. */
final class DefinitionPage {

  private DefinitionPage() {}

  static FormatPage page() {
    List<Block> blocks = new ArrayList<>();
    describe(blocks);
    blocks.add(new Block.Section("KEYS"));
    for (DefinitionKey key : DefinitionKey.values()) {
      DefinitionText text = DefinitionText.of(key);
      List<String> lines = new ArrayList<>(List.of(text.meaning()));
      if (!text.example().isEmpty()) {
        lines.add("Example: " + text.example());
      }
      blocks.add(new Block.Key(text.name(), text.type(), lines));
    }
    blocks.add(new Block.Section("EXAMPLES"));
    blocks.add(new Block.Paragraph("The smallest definition, as tools.d/mytool.toml:"));
    blocks.add(
        new Block.Example(
            List.of(
                "format = 1",
                "label = \"My tool\"",
                "rank = 50",
                "command = \"mytool\"",
                "find = [\"path\"]",
                "",
                "[prompt]",
                "interactive = [\"{prompt}\"]",
                "once = [\"--batch\", \"{prompt}\"]")));
    return new FormatPage(
        "bawn-tool",
        "definition of an agent tool for bawn",
        blocks,
        List.of("bawn(1)", "bawn.toml(5)", "bawn-admin(8)"));
  }

  private static void describe(List<Block> blocks) {
    blocks.add(new Block.Section("SYNOPSIS"));
    blocks.add(
        new Block.Example(
            List.of(
                "~/.config/bawn/tools.d/TOOL.toml",
                "/etc/bawn/tools.d/TOOL.toml",
                "PREFIX/lib/bawn/tools/TOOL.toml")));
    blocks.add(new Block.Section("DESCRIPTION"));
    blocks.add(
        new Block.Paragraph(
            "A definition tells bawn how to find an agent tool, give it a prompt, and prepare its"
                + " sessions. The name of the file without .toml is the name of the tool. bawn"
                + " refuses a definition with an unknown key or an invalid value."));
    blocks.add(
        new Block.Paragraph(
            "bawn uses the first of the three files that exists. Your own definition is for your own sessions"
                + " only, never for an agent; bawn refuses it when another user can write it. It"
                + " refuses the other two when a user other than root can write them. 'bawn tools list' prints the"
                + " definitions, 'bawn tools show TOOL' prints one file, and those that come with"
                + " bawn are examples."));
    blocks.add(
        new Block.Paragraph(
            "A program without a definition runs as a tool that takes a prompt as its only"
                + " argument."));
  }
}
