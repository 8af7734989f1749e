import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { plantedFacts } from "../../test/support/planted-facts.js";
import { install } from "./installed.js";
import { run, runBare, type Spent } from "./processes.js";
import { p50, type Row } from "./row.js";
import { writeSessions } from "./sessions.js";

const rounds = 21;
const sessions = 1000;

/** Hooks in a home with a thousand sessions and some lessons; each ratio is of medians of turns that alternate. */
export async function hookRows(): Promise<Row[]> {
  const machine = install();
  const { folder, person } = machine;
  await writeSessions(machine, sessions, { turnBytes: 600 });
  run(machine.command("import", "sessions", "--agent", "claude-code"), folder);
  for (const [title, content] of [
    ["Use pnpm", "pnpm, not npm, in src/server.ts too"],
    ["Pin the port", "Random ports make the login test flaky; see test/login.test.ts."],
  ] as const)
    run(machine.command("memory", "record", title, content), folder);
  const file = { file_path: join(folder, "src/index.ts") };
  const events: Readonly<Record<string, (round: number) => readonly [event: string, payload: object]>> = {
    capture: () => ["Stop", {}],
    Bash: () => ["PostToolUse", { tool_name: "Bash", tool_input: { command: "npm run lint" }, tool_response: {} }],
    Edit: () => ["PostToolUse", { tool_name: "Edit", tool_input: { ...file, old_string: "a", new_string: "b" } }],
    Read: () => ["PostToolUse", { tool_name: "Read", tool_input: file, tool_response: {} }],
    start: () => ["SessionStart", { source: "startup" }],
    prompt: (round) => ["UserPromptSubmit", { prompt: plantedFacts[round % plantedFacts.length]?.paraphrase }],
  };
  const spent: Record<string, Spent[]> = { bare: [] };
  for (let round = 0; round < rounds; round++) {
    spent.bare?.push(runBare());
    for (const [name, make] of Object.entries(events)) {
      const [event, fields] = make(round);
      const payload = { hook_event_name: event, session_id: randomUUID(), cwd: folder, ...fields };
      const transcript = { transcript_path: join(person, ".claude", "projects", "none.jsonl") };
      const one = run(machine.hook(event), folder, JSON.stringify({ ...payload, ...transcript }));
      spent[name] = [...(spent[name] ?? []), one];
    }
  }
  machine.remove();
  const cpu = (name: string) => p50((spent[name] ?? []).map(({ cpuMs }) => cpuMs));
  const wall = (name: string) => p50((spent[name] ?? []).map(({ wallMs }) => wallMs));
  const names = Object.keys(events);
  const list = (of: (name: string) => number) => names.map((name) => `${name} ${(of(name) / of("bare")).toFixed(2)}`);
  return [
    {
      work: "hooks × bare node, processor time",
      beside: `bare node ${cpu("bare").toFixed(0)} ms`,
      now: list(cpu).join(", "),
      goal: "capture 1.15, Edit and Read 1.3, start 2.5, prompt 3.5",
    },
    {
      work: "hooks × bare node, clock",
      beside: `bare node ${wall("bare").toFixed(0)} ms`,
      now: list(wall).join(", "),
      goal: "the same",
    },
  ];
}
