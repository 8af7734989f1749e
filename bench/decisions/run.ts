// Does a decision of an earlier chat or commit reach an agent before its first edit, and does its change then pass a test
// that only the decision explains? Data is in lab/decisions/, written by language models that saw neither the product nor
// its search; every task was checked: the right change passes, naive ones do not.
// npx tsx bench/decisions.ts [TASKS] [--show ID]
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createPlainBm25 } from "../support/plain-bm25.js";
import { report } from "../support/report.js";
import { makeProject, type PlayedProject } from "./make-project.js";
import { type Project, readProjects, type Task } from "./tasks.js";

const words = process.argv.slice(2);
const showAt = words.indexOf("--show");
const shown = showAt < 0 ? "" : (words.splice(showAt, 2)[1] ?? "");

/** Others get as many characters as the arm in parentheses. */
const arms = ["none", "newest (hooks)", "bm25 (hooks)", "hooks", "bm25 (recall)", "hooks + recall", "oracle"] as const;
type Arm = (typeof arms)[number];
interface Delivery {
  readonly task: Task;
  readonly arm: Arm;
  readonly parts: number;
  readonly isWhole: boolean;
  /** The rule that was replaced, without all of the one that replaced it. */
  readonly isStale: boolean;
  readonly isPassed: boolean;
  readonly characters: number;
}

const root = mkdtempSync(join(tmpdir(), "decisions-"));
const deliveries: Delivery[] = [];
try {
  for (const project of readProjects(words[0])) if (project.tasks.length > 0) playProject(project);
} finally {
  rmSync(root, { recursive: true, force: true });
}

const share = (some: readonly Delivery[], is: (one: Delivery) => boolean) =>
  some.length === 0 ? "-" : `${some.filter(is).length} of ${some.length}`;
report(
  "Decisions that reach an agent before its first edit, and hidden tests that its change passes",
  ["arm", "from chats", "amended", "from commits", "old rule alone", "hidden tests", "characters"],
  arms.map((arm) => {
    const own = deliveries.filter((one) => one.arm === arm);
    const whole = (source: Task["source"]) =>
      share(
        own.filter(({ task }) => task.source === source),
        ({ isWhole }) => isWhole,
      );
    const characters = Math.round(own.reduce((sum, one) => sum + one.characters, 0) / own.length);
    const stale = own.filter(({ isStale }) => isStale).length;
    const passed = share(own, ({ isPassed }) => isPassed);
    return [arm, whole("chat"), whole("amended"), whole("commit"), String(stale), passed, String(characters)];
  }),
);
for (const arm of ["hooks", "hooks + recall"] as const)
  for (const { task, parts, isStale } of deliveries.filter((one) => one.arm === arm && !one.isWhole))
    process.stdout.write(
      `${arm} missed ${task.id} (${task.source}): ${parts} of ${task.decision.match.length} parts${isStale ? ", old rule alone" : ""}\n`,
    );

function playProject(project: Project): void {
  const played = makeProject(root, project);
  const messages = [
    ...project.chats.flatMap(({ day, turns }) =>
      turns.flatMap(({ person, agent }) => [person, agent].map((text) => ({ text, day }))),
    ),
    ...project.commits.map(({ subject, body, day }) => ({ text: `${subject}\n\n${body}`, day })),
  ];
  const newest = messages.toSorted((a, b) => (a.day < b.day ? 1 : -1)).map(({ text }) => text);
  const rank = createPlainBm25(messages.map(({ text }) => ({ name: text, text })));
  const answers = recallAll(played, project.tasks);
  for (const [i, task] of project.tasks.entries()) {
    const given = playTask(task, played);
    const found = `${given}\n${answers[i]}`;
    const fill = (texts: readonly string[], like: string) => texts.join("\n").slice(0, like.length);
    const ranked = rank(task.issue);
    const texts: Record<Arm, string> = {
      none: "",
      "newest (hooks)": fill(newest, given),
      "bm25 (hooks)": fill(ranked, given),
      hooks: given,
      "bm25 (recall)": fill(ranked, found),
      "hooks + recall": found,
      oracle: task.decision.parts.join("\n"),
    };
    if (task.id === shown) process.stdout.write(`${found}\n`);
    const passes = runsOf(project, task);
    for (const arm of arms) deliveries.push(deliver(task, arm, texts[arm], passes));
  }
}

/** The scripted agent: it does what it knows, by the old rule if it knows only that. */
function deliver(task: Task, arm: Arm, text: string, passes: (content: string) => boolean): Delivery {
  const has = (expression: string) => new RegExp(expression, "is").test(text);
  const parts = task.decision.match.filter(has).length;
  const isWhole = parts === task.decision.match.length;
  const isStale = !isWhole && task.stale_match !== undefined && task.stale_match.every(has);
  const change = isWhole ? task.right : isStale ? task.stale : task.naive[0];
  return { task, arm, parts, isWhole, isStale, isPassed: passes(change ?? ""), characters: text.length };
}

/** Runs both tests of a task on a module, each content once. */
function runsOf({ files }: Project, task: Task): (content: string) => boolean {
  const known = new Map<string, boolean>();
  return (content) => {
    const result = known.get(content) ?? isPassing(files, task, content);
    known.set(content, result);
    return result;
  };
}

function isPassing(files: Project["files"], task: Task, content: string): boolean {
  const folder = mkdtempSync(join(root, "change-"));
  const tests = [task.failing_test, task.hidden_test];
  const all = { ...files, [task.file]: content, ...Object.fromEntries(tests.map((one) => [one.file, one.content])) };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return spawnSync(process.execPath, ["--test", ...tests.map(({ file }) => file)], { cwd: folder }).status === 0;
}

/** What an agent receives until it edits: at the start, with the issue, with module and test, when the test fails. */
function playTask(task: Task, { folder, run }: PlayedProject): string {
  const base = { session_id: `task-${task.id}`, transcript_path: join(root, "none.jsonl"), cwd: folder };
  const hook = (event: string, payload: object) => {
    const out = run(
      ["hook", "--host", "claude-code", "--event", event],
      JSON.stringify({ ...base, hook_event_name: event, ...payload }),
    );
    const text = out === "" ? "" : String(JSON.parse(out).hookSpecificOutput?.additionalContext ?? "");
    return text.replace(/<throughline-ask>[\s\S]*?<\/throughline-ask>/g, "");
  };
  const { command, file, content } = task.failing_test;
  const test = join(folder, file);
  mkdirSync(dirname(test), { recursive: true });
  writeFileSync(test, content);
  const { stdout } = spawnSync(process.execPath, ["--test", file], { cwd: folder, encoding: "utf8" });
  const reading = (path: string) => ({
    tool_name: "Read",
    tool_input: { file_path: path },
    tool_response: { type: "text", file: { filePath: path } },
  });
  const received = [
    hook("SessionStart", { source: "startup" }),
    hook("UserPromptSubmit", { prompt: task.issue }),
    hook("PostToolUse", reading(join(folder, task.file))),
    hook("PostToolUse", reading(test)),
    hook("PostToolUseFailure", { tool_name: "Bash", tool_input: { command }, error: `Exit code 1\n${stdout}` }),
  ];
  rmSync(test);
  return received.filter(Boolean).join("\n");
}

/** What `recall` answers when it is asked with the issue. */
function recallAll({ run }: PlayedProject, tasks: readonly Task[]): string[] {
  const initialize = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "claude-code", version: "2" },
  };
  const requests = [
    { id: 0, method: "initialize", params: initialize },
    { method: "notifications/initialized" },
    ...tasks.map(({ issue }, i) => ({
      id: i + 1,
      method: "tools/call",
      params: { name: "recall", arguments: { query: issue } },
    })),
  ];
  const input = requests.map((one) => `${JSON.stringify({ jsonrpc: "2.0", ...one })}\n`).join("");
  const answers = run(["mcp"], input)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { id?: number; result?: { structuredContent?: { hits: object[] } } });
  return tasks.map((_, i) => {
    const hits = answers.find(({ id }) => id === i + 1)?.result?.structuredContent?.hits ?? [];
    return hits.map((hit) => Object.values(hit).join(" ")).join("\n");
  });
}
