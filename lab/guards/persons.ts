import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { homeAt } from "../../src/base/home.js";
import { resolveSettings } from "../../src/base/resolve-settings.js";
import { contentWords } from "../../src/base/text/content-words.js";
import { openEmbedder } from "../../src/entry/wiring/open-embedder.js";

// How many wishes of a person reach a third project, and whether anything of the others does. Plays each story through the
// built product: hooks of Claude Code for starts and prompts, memory_record over MCP for what an agent records, and
// `throughline everywhere` for the person, who accepts every offer.
// npx tsx lab/guards/persons.ts FILE [CALLS] [--lines FILE]
//   FILE   [{"person","projects":[{"name","sessions":[{"prompts":[…]}]}],"wanted_everywhere":[{"preference"}],"project_only":[…]}]
//   CALLS  {"<person>": {"<project>": [<arguments of memory_record>, …]}}: what an agent that knows the tool's schema and the
//          conversation recorded. Without it, only what hooks recognize by themselves is recorded.
// Prints counts. A wish counts as there if a line shares half of its content words or has a similar static embedding: --lines
// writes wishes and lines for a reader, who knows other words and languages.

interface Story {
  readonly person: string;
  readonly projects: readonly { readonly name: string; readonly sessions: readonly { readonly prompts: readonly string[] }[] }[];
  readonly wanted_everywhere: readonly { readonly preference: string }[];
  readonly project_only: readonly string[];
}

const [file = "", ...rest] = process.argv.slice(2);
const linesAt = rest.indexOf("--lines");
const callsFile = rest[0]?.startsWith("--") ? undefined : rest[0];
const stories = JSON.parse(readFileSync(file, "utf8")) as Story[];
const calls = callsFile ? (JSON.parse(readFileSync(callsFile, "utf8")) as Record<string, Record<string, object[]>>) : {};
const main = resolve("dist/main.js");
const embedder = openEmbedder(resolveSettings([]).values);

const counts = { wanted: 0, recorded: 0, refused: 0, offered: 0, accepted: 0, given: 0, reached: 0, lines: 0, leaks: 0 };
const shown: object[] = [];
for (const story of stories) {
  const home = mkdtempSync(join(tmpdir(), "throughline-person-"));
  const env = { PATH: process.env.PATH ?? "", HOME: home };
  const run = (folder: string, args: readonly string[], input = "") =>
    spawnSync(process.execPath, [main, ...args], { cwd: folder, env, input, encoding: "utf8" }).stdout;
  const hook = (folder: string, payload: object) =>
    run(folder, ["hook", "--host", "claude-code"], JSON.stringify({ cwd: folder, ...payload }));
  const folders = story.projects.map(({ name }) => {
    const folder = join(home, "projects", name);
    mkdirSync(folder, { recursive: true });
    execFileSync("git", ["init", "-q"], { cwd: folder });
    return folder;
  });
  story.projects.slice(0, 2).forEach(({ name, sessions }, i) => {
    const folder = folders[i] ?? "";
    sessions.forEach(({ prompts }, j) => {
      const session_id = `${i}${j}000000-0000-4000-8000-000000000000`;
      hook(folder, { hook_event_name: "SessionStart", source: "startup", session_id });
      for (const prompt of prompts) hook(folder, { hook_event_name: "UserPromptSubmit", session_id, prompt });
    });
    const given = calls[story.person]?.[name] ?? [];
    const done = recordAll(run, folder, given);
    counts.recorded += done;
    counts.refused += given.length - done;
  });
  const [first = "", , third = ""] = folders;
  const offersOf = () => JSON.parse(run(first, ["everywhere", "list", "--json"])) as { offers: { id: string }[]; memories: { content: string }[] };
  for (const { id } of offersOf().offers) {
    counts.offered++;
    run(first, ["everywhere", "add", id]);
  }
  const { memories } = offersOf();
  counts.accepted += memories.length;
  const answer = hook(third, { hook_event_name: "SessionStart", source: "startup", session_id: "30000000-0000-4000-8000-000000000000" });
  const text = answer === "" ? "" : String(JSON.parse(answer).hookSpecificOutput.additionalContext);
  const lines = text.split("\n").filter((line) => line.startsWith("- "));
  counts.lines += lines.length;
  const said = story.projects[2]?.sessions.flatMap(({ prompts }) => prompts).join("\n") ?? "";
  counts.leaks += lines.filter((line) => story.project_only.some((own) => !said.includes(own) && shares(line, own, 0.6))).length;
  const wanted = story.wanted_everywhere.map(({ preference }) => preference);
  counts.wanted += wanted.length;
  counts.reached += wanted.filter((one) => lines.some((line) => shares(line, one, 0.5) || isNear(line, one))).length;
  counts.given += memories.filter(({ content }) => lines.some((line) => content.startsWith(line.slice(2, 42).replace(/…$/, "")) || shares(line, content, 0.5))).length;
  shown.push({ person: story.person, wanted, accepted: memories.map(({ content }) => content), lines });
  rmSync(home, { recursive: true, force: true });
}
console.log(
  `${stories.length} stories, ${counts.wanted} wishes; recorded ${counts.recorded} (refused ${counts.refused}), offered ${counts.offered}, accepted ${counts.accepted}, ` +
    `of these at the third start ${counts.given}; wishes there by words or meaning ${counts.reached}; lines ${counts.lines}, with something of another project ${counts.leaks}`,
);
if (linesAt >= 0) writeFileSync(rest[linesAt + 1] ?? "lines.json", `${JSON.stringify(shown, null, 2)}\n`);

/** As an agent does, over MCP. Returns how many were recorded. */
function recordAll(run: (folder: string, args: readonly string[], input?: string) => string, folder: string, given: readonly object[]): number {
  if (given.length === 0) return 0;
  const messages = [
    { id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "claude-code", version: "2" } } },
    { method: "notifications/initialized" },
    ...given.map((input, i) => ({ id: i + 1, method: "tools/call", params: { name: "memory_record", arguments: { ...input, project_id: folder } } })),
  ];
  const lines = messages.map((one) => JSON.stringify({ jsonrpc: "2.0", ...one })).join("\n");
  const answers = run(folder, ["mcp"], `${lines}\n`).split("\n").filter(Boolean);
  return answers.filter((line) => {
    const { id, result } = JSON.parse(line) as { id?: number; result?: { isError?: boolean } };
    return id !== undefined && id > 0 && result !== undefined && !result.isError;
  }).length;
}

function isNear(line: string, text: string): boolean {
  const [a, b] = [embedder?.embedStatic?.(line), embedder?.embedStatic?.(text)];
  return a !== undefined && b !== undefined && a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0) >= 0.35;
}

/** Whether a line has this share of the content words of a text. */
function shares(line: string, text: string, min: number): boolean {
  const [words, own] = [contentWords(line), contentWords(text)];
  const common = [...own].filter((word) => words.has(word)).length;
  return own.size > 0 && common / own.size >= min;
}
