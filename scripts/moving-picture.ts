// Writes docs/pictures/two-agents.svg: a terminal in which one agent learns something and another one knows it. What it
// shows is what the built product answers in a home made for it.
// Usage: npm run build && npx tsx scripts/moving-picture.ts [FILE]
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Scene, terminalSvg } from "./terminal-svg.js";

const root = join(import.meta.dirname, "..");
const file = process.argv[2] ?? join(root, "docs", "pictures", "two-agents.svg");
const folder = mkdtempSync(join(tmpdir(), "throughline-picture-"));
const home = join(folder, "home");
const shop = join(folder, "shop");

const run = (args: readonly string[], input = ""): string =>
  execFileSync(process.execPath, [join(root, "dist", "main.js"), ...args], {
    ...{ cwd: shop, input, encoding: "utf8" },
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: home, THROUGHLINE_SEARCH_MODEL: "off", NO_COLOR: "1" },
  });

/** The text that a hook adds to an agent's context. */
function hook(agent: string, event: Record<string, string>): string {
  const answer = run(["hook", "--host", agent], JSON.stringify({ cwd: shop, ...event }));
  return JSON.parse(answer).hookSpecificOutput.additionalContext as string;
}

const rule = "from now on use pnpm here, never npm: the lock file is pnpm's";
try {
  for (const path of [shop, join(home, ".claude"), join(home, ".codex")]) mkdirSync(path, { recursive: true });
  execFileSync("git", ["init", "-q"], { cwd: shop });
  const installed = run(["install", "--yes"]);
  const prompt = { hook_event_name: "UserPromptSubmit", prompt: rule };
  const recorded = hook("claude-code", { session_id: "monday", ...prompt });
  const start = hook("codex", { session_id: "tuesday", hook_event_name: "SessionStart", source: "startup" });
  const scenes: Scene[] = [
    { title: "shop — terminal", typed: "$ npx throughline install", lines: pick(installed, /^(Connected|Self-test)/) },
    { title: "shop — Claude Code, Monday", typed: `> ${rule}`, lines: pick(recorded, /^Recorded/).map(firstSentence) },
    { title: "shop — Codex, Tuesday", typed: "$ codex", lines: pick(start, /^(Rules here|- )/) },
  ];
  if (scenes.some(({ lines }) => lines.length === 0))
    throw new Error("The product did not answer as the picture expects.");
  writeFileSync(file, terminalSvg(scenes));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The lines of an answer that match, without ids and days, which differ from run to run. */
function pick(text: string, wanted: RegExp): string[] {
  return text
    .split("\n")
    .filter((line) => wanted.test(line))
    .map((line) => line.replace(/mem_\w+/g, "mem_…").replace(/(mem_…) \d\d-\d\d\]/g, "$1]"));
}

function firstSentence(line: string): string {
  return line.replace(/(words: ".*?")\..*$/, "$1.");
}
