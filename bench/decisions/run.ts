// Does a decision reach the agent before its first edit? Tasks, chats and commits are data in this folder, written by a
// language model that saw neither the product nor its search. Ours by hooks alone, against BM25 over messages and commit
// messages and against the newest messages, each with as many characters.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ClaudeTranscript } from "../../test/support/claude-transcript.js";
import { createPlainBm25 } from "../support/plain-bm25.js";
import { report } from "../support/report.js";
import { chatsOf, commitsOf, type Task, tasks } from "./tasks.js";

const main = join(import.meta.dirname, "..", "..", "dist", "main.js");
const root = mkdtempSync(join(tmpdir(), "decisions-"));

type Arm = "hooks" | "bm25" | "newest";
const delivered: { task: Task; arm: Arm; isWhole: boolean; parts: number; isStale: boolean; chars: number }[] = [];

try {
  for (const project of new Set(tasks.map((task) => task.project))) playProject(project);
} finally {
  rmSync(root, { recursive: true, force: true });
}

const rows = (["hooks", "bm25", "newest"] as const).map((arm) => {
  const own = delivered.filter((one) => one.arm === arm);
  const whole = (source?: Task["source"]) => {
    const some = own.filter(({ task }) => source === undefined || task.source === source);
    return `${some.filter(({ isWhole }) => isWhole).length} of ${some.length}`;
  };
  const chars = Math.round(own.reduce((sum, one) => sum + one.chars, 0) / own.length);
  const stale = own.filter(({ isStale }) => isStale).length;
  return [arm, whole("chat"), whole("amended"), whole("commit"), whole(), String(stale), String(chars)];
});
report(
  "Decisions that reach the agent before its first edit",
  ["arm", "chats", "amended", "commits", "all", "old rule alone", "characters"],
  rows,
);
for (const { task, parts } of delivered.filter(({ arm, isWhole }) => arm === "hooks" && !isWhole))
  process.stdout.write(`missed: ${task.id} (${parts} of ${task.decision.match.length} parts)\n`);

function playProject(project: string): void {
  const person = join(root, project, "home");
  const folder = join(root, project, "code", project);
  const env = { PATH: process.env.PATH, HOME: person, THROUGHLINE_HOME: join(person, "tl") };
  const own = tasks.filter((task) => task.project === project);
  makeRepository(folder, project, own);
  const transcripts = join(person, ".claude", "projects", folder.replace(/[^a-zA-Z0-9]/g, "-"));
  mkdirSync(transcripts, { recursive: true });
  const messages: { text: string; at: string }[] = [];
  for (const [i, { day, turns }] of chatsOf(project).entries()) {
    const at = `${day}T09:00:00.000Z`;
    const transcript = new ClaudeTranscript(`00000000-0000-4000-8000-${String(i).padStart(12, "0")}`, folder, at);
    for (const { person: asked, agent } of turns) {
      transcript.ask(asked).say(agent);
      messages.push({ text: asked, at }, { text: agent, at });
    }
    const path = join(transcripts, `${transcript.session}.jsonl`);
    writeFileSync(path, `${transcript.lines.join("\n")}\n`);
    utimesSync(path, new Date(at), new Date(at));
  }
  for (const { subject, body, day } of commitsOf(project)) messages.push({ text: `${subject}\n\n${body}`, at: day });
  run(["install", "--yes", "--agent", "claude-code"], { cwd: folder, env });
  run(["ingest"], { cwd: folder, env });
  const rank = createPlainBm25(messages.map(({ text }) => ({ name: text, text })));
  for (const task of own) {
    const given = playTask(task, folder, env);
    note(task, "hooks", given);
    const query = `${task.issue}\n${task.failing_test.output}`;
    note(task, "bm25", fill(rank(query), given.length));
    const newest = messages.toSorted((a, b) => (a.at < b.at ? 1 : -1)).map(({ text }) => text);
    note(task, "newest", fill(newest, given.length));
  }
}

function note(task: Task, arm: Arm, text: string): void {
  const has = (expression: string) => new RegExp(expression, "is").test(text);
  const parts = task.decision.match.filter(has).length;
  const isWhole = parts === task.decision.match.length;
  const isStale = !isWhole && task.stale !== undefined && task.stale.match.every(has);
  delivered.push({ task, arm, isWhole, parts, isStale, chars: text.length });
}

function fill(texts: readonly string[], max: number): string {
  return texts.join("\n").slice(0, max);
}

interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

function run(args: readonly string[], place: Place, input = ""): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    ...place,
    input,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** What an agent receives until it edits: at the start, with the issue, when it opens the module, when the test fails. */
function playTask(task: Task, folder: string, env: NodeJS.ProcessEnv): string {
  const base = { session_id: `task-${task.id}`, transcript_path: join(root, "none.jsonl"), cwd: folder };
  const hook = (event: string, payload: object) => {
    const input = JSON.stringify({ ...base, hook_event_name: event, ...payload });
    const out = run(["hook", "--host", "claude-code", "--event", event], { cwd: folder, env }, input);
    const text = out === "" ? "" : String(JSON.parse(out).hookSpecificOutput?.additionalContext ?? "");
    return text.replace(/<throughline-ask>[\s\S]*?<\/throughline-ask>/g, "");
  };
  const { command, output } = task.failing_test;
  return [
    hook("SessionStart", { source: "startup" }),
    hook("UserPromptSubmit", { prompt: task.issue }),
    hook("PostToolUse", {
      tool_name: "Read",
      tool_input: { file_path: join(folder, task.file) },
      tool_response: { type: "text", file: { filePath: join(folder, task.file), content: task.code } },
    }),
    hook("PostToolUseFailure", { tool_name: "Bash", tool_input: { command }, error: `Exit code 1\n${output}` }),
  ].join("\n");
}

function makeRepository(folder: string, project: string, own: readonly Task[]): void {
  mkdirSync(folder, { recursive: true });
  const git = (args: readonly string[], at: string) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=Dev", "-c", "user.email=dev@example.org", ...args], {
      env: { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at },
      stdio: "ignore",
    });
  git(["init", "--quiet"], "");
  for (const { file, code } of own) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  git(["add", "-A"], "");
  git(["commit", "--quiet", "-m", "Start"], "2026-01-31T09:00:00Z");
  for (const { day, subject, body } of commitsOf(project))
    git(
      ["commit", "--quiet", "--allow-empty", "-m", body === "" ? subject : `${subject}\n\n${body}`],
      `${day}T10:00:00Z`,
    );
}
