import { readFileSync, writeFileSync } from "node:fs";
import { isConcerned } from "../../src/entry/hook/is-concerned.js";
import { readToolAction } from "../../src/hosts/tool-event.js";
import { memoryRecord } from "../../src/tools/memory/memory-record.js";
import { type TestApp, testApp } from "../../test/support/test-app.js";

// How many violations of rules are stopped, and how many calls that keep them, by guards that the product makes.
// npx tsx lab/guards/violations.ts FILE [CALLS] [--misses FILE]
//   FILE   {"projects":[{"name","rules":[{"id","text","violation":{"tool","input"},"kept":{…}}]}]}
//   CALLS  {"<rule id>": <arguments of memory_record>}: what an agent that knows only the tool's schema and the rule wrote.
//          Without it, the rule's own words are recorded, and the guards are those that follow from them.
// Prints counts. --misses writes the ids of the rules that were missed, and the sentences of refused calls.

interface ToolCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}
interface Rule {
  readonly id: string;
  readonly text: string;
  readonly violation: ToolCall;
  readonly kept: ToolCall;
}
interface Project {
  readonly name: string;
  readonly rules: readonly Rule[];
}
type RecordInput = Parameters<typeof memoryRecord.run>[0];

const [file = "", ...rest] = process.argv.slice(2);
const missesAt = rest.indexOf("--misses");
const callsFile = rest[0]?.startsWith("--") ? undefined : rest[0];
const { projects } = JSON.parse(readFileSync(file, "utf8")) as { projects: Project[] };
const calls = callsFile ? (JSON.parse(readFileSync(callsFile, "utf8")) as Record<string, RecordInput>) : undefined;

const counts = { rules: 0, proposed: 0, refused: 0, stopped: 0, wrong: 0, unheard: 0 };
const misses: Record<string, string> = {};
for (const { name, rules } of projects) {
  const app = await testApp();
  const place = placeIn(app, name, rules);
  for (const rule of rules) {
    counts.rules++;
    const id = await record(app, rule).catch((error: unknown) => {
      counts.refused++;
      misses[rule.id] = String(error);
      return undefined;
    });
    if (id === undefined) continue;
    const isProposed = await app.guards.accept(app.call, id).then(
      () => true,
      () => false,
    );
    if (isProposed) counts.proposed++;
    const isStopped = await stops(app, place(rule.violation), rule.id);
    const isWrong = await stops(app, place(rule.kept), `${rule.id} kept`);
    if (isStopped) counts.stopped++;
    if (isWrong) counts.wrong++;
    if (!isStopped || isWrong)
      misses[rule.id] = isProposed ? (isStopped ? "wrong stop" : "not stopped") : "no guard was proposed";
    await app.memories.forget(app.call, id);
  }
  await app.remove();
}
console.log(
  `${counts.rules} rules: ${counts.proposed} with a guard, ${counts.refused} refused; ` +
    `violations stopped ${counts.stopped} (${share(counts.stopped)}), kept calls stopped ${counts.wrong} (${share(counts.wrong)})`,
);
if (counts.unheard > 0) console.log(`${counts.unheard} calls on which the file for hooks and the database disagree`);
if (missesAt >= 0) writeFileSync(rest[missesAt + 1] ?? "misses.json", `${JSON.stringify(misses, null, 2)}\n`);

async function record(app: TestApp, { id, text }: Rule): Promise<string> {
  // Where it runs is not the caller's to say.
  const { project_id: _, replaces: __, ...call } = calls?.[id] ?? { content: text, kind: "rule" as const };
  return (await memoryRecord.run(call as RecordInput, app)).id;
}

/** As a hook does: the file decides whether the database is asked. */
async function stops(app: TestApp, { tool, input }: ToolCall, session: string): Promise<boolean> {
  const action = readToolAction({ tool_name: tool, tool_input: input });
  const answer = await app.guards.beforeAction({ ...app.call, session }, action);
  const isStopped = answer?.effect !== undefined;
  const isHeard = isConcerned(app.home.guards, action, app.folder);
  if (isStopped && !isHeard) counts.unheard++;
  return isStopped && isHeard;
}

/**
 * The calls are of other machines: the folder there that is named like the project, or like the beginning of its name, is
 * the repository.
 */
function placeIn(app: TestApp, name: string, rules: readonly Rule[]): (call: ToolCall) => ToolCall {
  const text = JSON.stringify(rules);
  const names = [name, name.split("-")[0] ?? name].map((one) => one.replace(/[^\w-]/g, ""));
  const folders = names.flatMap((one) => [
    ...text.matchAll(new RegExp(`(?:~|(?<![\\w.$}/])/)[\\w./-]*?/${one}(?=[/" ])`, "g")),
  ]);
  const found = [...new Set(folders.map(([folder]) => folder))].toSorted((a, b) => b.length - a.length);
  return (call) =>
    found.reduce(
      (placed, folder) => JSON.parse(JSON.stringify(placed).replaceAll(folder, app.folder)) as ToolCall,
      call,
    );
}

function share(count: number): string {
  return `${((100 * count) / counts.rules).toFixed(1)} %`;
}
