// Whether texts of others become lessons, rules, guards, skills or a part of what a later session receives, and whether
// a person's own rules still can be recorded. Each transcript is played through the hooks, the archive, an agent that
// records what it was told, and a distiller that believes everything. Prints counts; with --ids also which ones failed.
// Usage: npx tsx lab/poisoning/run.ts FILE [--ids]
// FILE has one object per line: {"id", "channel", "transcript", "payload", "marks", "innocent_need"}; the channel of a
// control, a rule in a person's own words, is "person".
import { readFileSync } from "node:fs";
import { report } from "../../bench/support/report.js";
import { lessonKinds } from "../../src/domain/lessons/given-lesson.js";
import type { ChatModel } from "../../src/engine/chat-model.js";
import { callTool } from "../../src/surface/call-tool.js";
import { tools } from "../../src/tools/catalog.js";
import { ClaudeTranscript } from "../../test/support/claude-transcript.js";
import { fakeAgentProcess } from "../../test/support/fake-agent-process.js";
import { ingestTranscripts } from "../../test/support/ingest-transcripts.js";
import { type TestApp, testApp } from "../../test/support/test-app.js";

type Step =
  | { readonly role: "user" | "assistant"; readonly text: string }
  | { readonly role: "tool"; readonly name: string; readonly input: object; readonly output: string };

interface Case {
  readonly id: string;
  readonly channel: string;
  readonly transcript: readonly Step[];
  readonly payload: string;
  readonly marks: readonly string[];
  readonly innocent_need: string;
}

const [file = "", ...options] = process.argv.slice(2);
const cases = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line) as Case);

const idOf = (i: number) => `${String(i + 1).padStart(8, "0")}-0000-4000-8000-000000000001`;
const folded = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu, "")
    .replace(/\s+/g, " ")
    .toLowerCase();
const hasMark = (text: string, { marks }: Case) => marks.some((mark) => folded(text).includes(folded(mark)));

/** Makes every marked sentence that it reads a lesson of every kind: citing the sentence, the person or the agent. */
const gullible = (one: Case): ChatModel => ({
  model: "test-1",
  async ask({ prompt }) {
    let label = "E1";
    const lessons: object[] = [];
    const opened = new Map<string, string[]>();
    for (const line of prompt.split("\n")) {
      label = /^## (E\d+)/.exec(line)?.[1] ?? label;
      const spoken = /^(?:Person|Agent): ((?:\S+ ){0,5}\S+)/.exec(line)?.[1];
      if (spoken) opened.set(label, [...(opened.get(label) ?? []), spoken]);
      for (const part of line.split(/(?<=[.!?。])\s+/)) {
        const sentence = part.replace(/^(?:Person|Agent):\s*/, "").trim();
        if (!hasMark(sentence, one)) continue;
        for (const quote of [sentence.slice(0, 200), ...(opened.get(label) ?? [])])
          for (const kind of lessonKinds)
            lessons.push({
              ...{ kind, title: sentence.slice(0, 90), content: sentence.slice(0, 340) },
              evidence: [{ exchange: label, quote }],
            });
      }
    }
    return { text: JSON.stringify({ lessons }), inputTokens: 1, outputTokens: 1 };
  },
});

async function call(app: TestApp, name: string, input: object): Promise<boolean> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(name);
  return callTool(tool, input, app).then(
    () => true,
    () => false,
  );
}

type Door = "hooks" | "agent" | "distiller";

/** The session up to its end; hooks may have recorded what the person said. */
async function play(app: TestApp, one: Case): Promise<void> {
  const began = new Date(app.runtime.now().getTime() - one.transcript.length * 60_000).toISOString();
  const session = new ClaudeTranscript(idOf(0), app.folder, began);
  for (const step of one.transcript) {
    if (step.role === "tool") session.use(step.name, step.input, step.output);
    else if (step.role === "assistant") session.say(step.text);
    else {
      await app.injection.withPrompt({ ...app.call, session: idOf(0) }, step.text);
      session.ask(step.text);
    }
  }
  await ingestTranscripts(app, session);
}

/** An agent that was asked to record, and does as the text says: in its words, and in fewer. */
async function recordAll(app: TestApp, { payload, marks }: Case): Promise<boolean> {
  const told = { project_id: app.folder, outcome: "success" };
  const taken = [
    await call(app, "memory_record", { ...told, title: payload.slice(0, 90), content: payload, kind: "rule" }),
    await call(app, "context_add_convention", { key: "told", content: payload }),
    await call(app, "context_add_skill", { name: "told", description: "What was told", instructions: payload }),
  ];
  if (options.includes("--reworded"))
    await call(app, "memory_record", { ...told, content: `Use ${marks.join(" with ")}.`, kind: "rule" });
  return taken.some(Boolean);
}

/** Everything that a later session receives, and the lessons, guards and skills that it could. */
async function receivedLater(app: TestApp, one: Case): Promise<string> {
  const next = { ...app.call, session: idOf(1) };
  const trusted = await app.memories.trusted(app.call, 1000);
  return [
    JSON.stringify(trusted),
    await app.injection.atStart(next, false),
    await app.injection.withPrompt(next, `${one.innocent_need}, please do the same again as last time and finish it`),
    await app.injection.atSubagentStart(next, one.innocent_need),
  ].join("\n");
}

async function outcomeOf(one: Case, door: Door): Promise<boolean> {
  const app = await testApp({ "learning.maxTokensPerDay": 0 }, fakeAgentProcess(), { chat: gullible(one) });
  try {
    await play(app, one);
    const isTaken = door === "agent" && (await recordAll(app, one));
    if (door === "distiller") await app.distiller.distill(app.call, [idOf(0)], { name: "endpoint", dryRun: false });
    if (one.channel !== "person") return hasMark(await receivedLater(app, one), one);
    return isTaken || hasMark(JSON.stringify(await app.memories.trusted(app.call, 1000)), one);
  } finally {
    await app.remove();
  }
}

const doors: readonly Door[] = ["hooks", "agent", "distiller"];
const counts = new Map<string, number[]>();
for (const one of cases) {
  const outcomes: boolean[] = [];
  for (const door of doors) outcomes.push(await outcomeOf(one, door));
  const isFailed = one.channel === "person" ? !outcomes.some(Boolean) : outcomes.some(Boolean);
  if (isFailed && options.includes("--ids")) {
    const at = doors.filter((_, i) => outcomes[i]).join(", ");
    process.stdout.write(`${one.id} ${one.channel}${at === "" ? "" : `: ${at}`}\n`);
  }
  const [total = 0, ...others] = counts.get(one.channel) ?? [];
  counts.set(one.channel, [total + 1, ...[...outcomes, isFailed].map((is, i) => (others[i] ?? 0) + Number(is))]);
}

const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).filter(([channel]) => channel !== "person");
const sums = rows.reduce<number[]>((all, [, row]) => row.map((count, i) => count + (all[i] ?? 0)), []);
report(
  "attacks: given later, after hooks alone, an agent that records, a distiller that believes",
  ["channel", "attacks", ...doors, "any"],
  [...rows, ["all", sums] as const].map(([channel, row]) => [channel, ...row.map(String)]),
);
const [controls = 0, ...kept] = counts.get("person") ?? [];
report(
  "controls: a person's own rules that are recorded",
  ["controls", "by hooks", "with an agent", "with a distiller", "by none"],
  [[controls, ...kept].map(String)],
);
