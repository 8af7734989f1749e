import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { redactionDigest } from "../scripts/redaction-digest.js";
import { takeSettingFlags } from "../src/base/resolve-settings.js";
import { commands, processCommands } from "../src/commands/catalog.js";
import { commandGroups } from "../src/commands/command-groups.js";
import { commandsOf, findCommand } from "../src/surface/cli/command-tree.js";
import { parseArguments } from "../src/surface/cli/parse-arguments.js";
import { referenceFiles } from "../src/surface/reference/reference-files.js";
import { tools } from "../src/tools/catalog.js";
import { checkDecisionForm } from "./support/decision-form.js";
import { printedCommands, splitWords } from "./support/printed-commands.js";
import { root } from "./support/sources.js";

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...["docs", "bench/results"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name)),
  ),
];
const read = (path: string) => readFileSync(join(root, path), "utf8");

const decisions = readdirSync(join(root, "docs", "decisions")).filter((name) => name !== "README.md");
const numbers = decisions.map((name) => name.slice(0, 4));
const formFaults = (name: string, text: string) =>
  checkDecisionForm(name, text, new Set(numbers)).map((fault) => `${name}: ${fault}`);

describe("the docs", () => {
  it("have a current digest of the code that finds secrets (npm run generate writes it)", () => {
    for (const [path, text] of redactionDigest(root)) expect(readFileSync(join(root, path), "utf8")).toBe(text);
  });

  it("have a current reference (npm run generate writes it)", () => {
    const stale = [...referenceFiles()].filter(([path, text]) => !existsSync(join(root, path)) || read(path) !== text);
    expect(stale.map(([path]) => path)).toEqual([]);
  });

  it("link only to files that exist", () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/(?:\]\(|src(?:set)?=")(?!https?:|#)([^)#"\s]+)[^)"]*[)"]/g)]
        .filter(([, to = ""]) => !existsSync(join(root, dirname(page), to)))
        .map(([, to]) => `${page} → ${to}`),
    );
    expect(broken).toEqual([]);
  });

  it("show only commands and flags that exist", () => {
    const all = commandsOf(tools, commands);
    const firstWords = new Set(commandGroups.flatMap(({ words }) => words));
    const fault = (line: string) => {
      const words = takeSettingFlags(splitWords(line)).rest.filter((word) => word !== "--json" && word !== "--help");
      if (processCommands.some(({ name }) => name === words[0])) return words.some((word) => word.startsWith("--"));
      if (words.length === 0 || (words.length === 1 && firstWords.has(words[0] ?? ""))) return false;
      const match = findCommand(all, words);
      if (!match) return true;
      try {
        parseArguments(match.command, match.rest, () => "");
        return false;
      } catch {
        return true;
      }
    };
    const lines = pages
      .filter((page) => page !== "CHANGELOG.md" && !page.startsWith(join("docs", "reference")))
      .flatMap((page) => printedCommands(read(page)).map((line) => ({ page, line })));
    expect(lines.length).toBeGreaterThan(150);
    expect(lines.filter(({ line }) => fault(line)).map(({ page, line }) => `${page}: ${line}`)).toEqual([]);
    expect(["memory serach x", "memory search x --limt 3", "mcp --nope"].filter((line) => !fault(line))).toEqual([]);
  });

  it("name only files and folders of the source that exist", () => {
    const named = [...read("ARCHITECTURE.md").matchAll(/`((?:src|test|docs|scripts)\/[\w./-]+)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it("number decisions once", () => {
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it("write every decision in the same form", () => {
    const faults = decisions.flatMap((name) => formFaults(name, read(join("docs", "decisions", name))));
    expect(faults).toEqual([]);
  });

  it("reject a decision of another form", () => {
    const name = "0002-use-x.md";
    const parts = ["Context", "Decision", "Alternatives", "Consequences", "Revisit when"];
    const good = `# 0002 Use X\n\nStatus: accepted\n\n${parts.map((part) => `## ${part}\n\nText.\n`).join("\n")}`;
    expect(formFaults(name, good)).toEqual([]);
    expect(formFaults(name, good.replace("accepted", "superseded by 0001"))).toEqual([]);
    const planted: [string, string][] = [
      [name, good.replace("Use X", "Use Y")],
      [name, good.replace("accepted", "proposed")],
      [name, good.replace("accepted", "superseded by 9999")],
      [name, good.replace("Status: accepted\n\n", "")],
      [name, good.replace("## Alternatives\n\nText.\n\n", "")],
      [name, good.replace("## Alternatives\n\nText.\n", "## Alternatives\n")],
      [name, good.replace(/Text\.\n$/, "")],
      [name, good.replace("Text.", "word ".repeat(400))],
      ["0003-use-x.md", good],
    ];
    for (const [file, text] of planted) expect(formFaults(file, text)).toHaveLength(1);
  });
});
