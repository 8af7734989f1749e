import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { redactionDigest } from "../scripts/redaction-digest.js";
import { referenceFiles } from "../scripts/reference/reference-files.js";
import { guideUrl } from "../src/base/guide-url.js";
import { takeSettingFlags } from "../src/base/resolve-settings.js";
import { commands, processCommands } from "../src/commands/catalog.js";
import { commandGroups } from "../src/commands/command-groups.js";
import { commandsOf, findCommand } from "../src/surface/cli/command-tree.js";
import { parseArguments } from "../src/surface/cli/parse-arguments.js";
import { tools } from "../src/tools/catalog.js";
import { checkDecisionForm } from "./support/decision-form.js";
import { longSentences } from "./support/long-sentences.js";
import { printedCommands, splitWords } from "./support/printed-commands.js";
import { readSources, root } from "./support/sources.js";

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...["docs", "lab", "models"].flatMap((folder) =>
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

  it("have every guide that a message names", () => {
    const named = readSources().flatMap(({ text }) =>
      [...text.matchAll(/guideUrl\("([\w-]+)"\)/g)].map(([, name]) => name),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !existsSync(join(root, "docs", "guides", `${name}.md`)))).toEqual([]);
    const { repository } = JSON.parse(read("package.json")) as { repository: string };
    expect(guideUrl("x")).toContain(repository.replace("github:", "https://github.com/"));
  });

  it("have no sentence of more than forty words", () => {
    const prose = pages.filter(
      (page) => !/^(CHANGELOG|AGENTS)|^(docs\/(reference|decisions|map)|lab\/.+\/)/.test(page.replaceAll("\\", "/")),
    );
    expect(prose.length).toBeGreaterThan(15);
    expect(prose.flatMap((page) => longSentences(read(page)).map((sentence) => `${page}: ${sentence}`))).toEqual([]);
  });

  it("would report a sentence that is too long", () => {
    const words = (count: number) => `${"word ".repeat(count)}\n`;
    expect(longSentences(words(40))).toEqual([]);
    expect(longSentences(words(41))).toHaveLength(1);
    expect(longSentences(`- ${words(30)}- ${words(30)}`)).toEqual([]);
    expect(longSentences(`Short. \`code\` ${words(41)}`)).toHaveLength(1);
  });

  it("list unreleased changes on one page", () => {
    const [, unreleased = ""] = read("CHANGELOG.md").split(/^## (?:Unreleased|\d.*)$/m);
    expect(unreleased.split("\n").filter((line) => line !== "").length).toBeLessThanOrEqual(60);
  });

  it("name every model with its size and checksum", () => {
    const rows = readdirSync(join(root, "models")).filter((name) => name.endsWith(".bin"));
    expect(rows.length).toBeGreaterThan(0);
    for (const name of rows) {
      const bytes = readFileSync(join(root, "models", name));
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      expect(read("models/README.md")).toContain(
        `| \`${name}\` | ${bytes.length.toLocaleString("en")} | \`${sha256}\` |`,
      );
    }
  });

  it("walk only through files that exist, from a transcript to the next session in at most 25", () => {
    const walks = read("ARCHITECTURE.md").split(/^### /m).slice(1);
    const filesOf = (walk: string) =>
      [...walk.matchAll(/^((?:[a-z][\w-]*\/)*[\w-]+\.ts) {2,}/gm)].map(([, path = ""]) => path);
    expect(walks.map((walk) => filesOf(walk).length > 10)).toEqual([true, true, true, true]);
    expect(filesOf(walks[0] ?? "").length).toBeLessThanOrEqual(25);
    expect(walks.flatMap(filesOf).filter((path) => !existsSync(join(root, "src", path)))).toEqual([]);
  });

  it("number decisions once", () => {
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it("are named by number only where the record exists", () => {
    const files = ["src", "web", "bench", "scripts", "lab", "models", "docs"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    );
    const named = [...files, "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "README.md"]
      .filter((path) => /\.(tsx?|md)$/.test(path) && !/\.test\.tsx?$/.test(path))
      .flatMap((path) =>
        [...read(path).matchAll(/\b[Dd]ecision (\d{4})\b/g)].map(([, number = ""]) => `${path}: ${number}`),
      );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((one) => !numbers.includes(one.slice(-4)))).toEqual([]);
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
