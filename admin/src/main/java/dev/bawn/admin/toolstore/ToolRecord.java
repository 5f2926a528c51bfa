package dev.bawn.admin.toolstore;

import dev.bawn.contract.agent.AdoptedTool;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.toml.TomlTable;
import dev.bawn.contract.toml.TomlText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * The record of an adopted tool: the file {@code tools/NAME/VERSION.toml}, with its signature
 * beside it.
 *
 * <pre>{@code
 * format = 1
 * tool = "claude"
 * version = "2.1.0"
 * program = "lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe"
 * tree_sha256 = "…"
 * files = 12
 * bytes = 245000000
 * source = "npm @anthropic-ai/claude-code"
 * adopted = 2026-11-21T10:02:11Z
 * }</pre>
 *
 * @param name the name of the tool
 * @param version the version of this tree
 * @param program the program that starts it: a path relative to the tree, without symbolic links
 * @param tree the digest of the tree
 * @param files the number of files and links
 * @param bytes the sum of their sizes
 * @param source the source of the tool, for messages
 * @param adopted the time of the adoption, UTC, in whole seconds
 */
public record ToolRecord(
    CommandName name,
    String version,
    String program,
    Sha256 tree,
    long files,
    long bytes,
    String source,
    Instant adopted) {

  private static final int FORMAT = 1;
  private static final Pattern PARENT = Pattern.compile("(^|.*/)\\.\\.(/.*|$)");

  /**
   * @throws IllegalArgumentException if the version is not valid, or the program is outside the
   *     tree
   */
  public ToolRecord {
    if (!AdoptedTool.VERSION.matcher(version).matches()) {
      throw new IllegalArgumentException("no version: " + version);
    }
    if (program.isEmpty() || program.startsWith("/") || PARENT.matcher(program).matches()) {
      throw new IllegalArgumentException("no path below the tree: " + program);
    }
  }

  /**
   * Parses a record whose signature was verified.
   *
   * @throws Refused if a value is missing, unknown or impossible
   */
  static ToolRecord read(String file, byte[] bytes) {
    TomlTable top = TomlTable.parse(file, bytes);
    top.format(FORMAT);
    ToolRecord record =
        top.made(table ->
            new ToolRecord(
                table.text("tool", CommandName::of),
                table.text("version"),
                table.text("program"),
                table.text("tree_sha256", Sha256::new),
                table.number("files"),
                table.number("bytes"),
                table.text("source"),
                table.text("adopted", Instant::parse)));
    top.nothingElse();
    return record;
  }

  /** Returns the bytes of the file. */
  public byte[] write() {
    return new TomlText()
        .line("format", FORMAT)
        .line("tool", name.text())
        .line("version", version)
        .line("program", program)
        .line("tree_sha256", tree.hex())
        .line("files", files)
        .line("bytes", bytes)
        .line("source", source)
        .bare("adopted", adopted.toString())
        .toString()
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the trusted comment of its signature, which binds it to its path. */
  public String comment() {
    return comment(name, version);
  }

  static String comment(CommandName name, String version) {
    return "bawn 1 tool=" + name + " version=" + version;
  }
}
