import { appendFileSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { matchesGuard } from "../../src/domain/guards/match-guard.js";
import { readAction } from "../../src/domain/guards/read-action.js";
import { readToolAction } from "../../src/hosts/tool-event.js";
import type { Guard } from "../../src/store/memory/guard.js";
import { memoryRecord } from "../../src/tools/memory/memory-record.js";
import { testApp } from "../../test/support/test-app.js";

// Which calls of real sessions guards stop: whether a stop is wrong is for a reader to say.
// npx tsx lab/guards/false-stops.ts RULES CALLS OUT FOLDER…
//   RULES   a file as of violations.ts, or {"<project>": ["rule", …]} for rules of the projects themselves
//   CALLS   {"<rule id>": <arguments of memory_record>}, or "-": the words of the rules alone
//   OUT     one line of JSON for each stop: project, rule, call
//   FOLDER  transcripts of Claude Code, one folder per project

type RecordInput = Parameters<typeof memoryRecord.run>[0];

const [rulesFile = "", callsFile = "-", out = "", ...folders] = process.argv.slice(2);
const given = JSON.parse(readFileSync(rulesFile, "utf8"));
const calls: Record<string, RecordInput> = callsFile === "-" ? {} : JSON.parse(readFileSync(callsFile, "utf8"));
const rules: { id: string; text: string; project?: string }[] = given.projects
  ? given.projects.flatMap(({ rules }: { rules: { id: string; text: string }[] }) => rules)
  : Object.entries(given as Record<string, string[]>).flatMap(([project, texts]) =>
      texts.map((text, i) => ({ id: `${project}-${i}`, text, project })),
    );

const app = await testApp();
const guards: { id: string; text: string; project?: string | undefined; guard: Guard }[] = [];
for (const { id, text, project } of rules) {
  const { project_id: _, replaces: __, ...call } = calls[id] ?? { content: text, kind: "rule" as const };
  const recorded = await memoryRecord.run(call as RecordInput, app).catch(() => undefined);
  if (!recorded) continue;
  const accepted = await app.guards.accept(app.call, recorded.id).catch(() => undefined);
  for (const guard of accepted?.guards ?? []) guards.push({ id, text, project, guard });
}
await app.remove();

rmSync(out, { force: true });
const counts = { calls: 0, commands: 0, edits: 0, stopped: 0 };
const byRule = new Map<string, number>();
/** Files that a session has opened or changed: they exist. */
const seen = new Set<string>();
for (const folder of folders)
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl")))
    for (const line of readFileSync(join(folder, file), "utf8").split("\n")) {
      if (!line.includes('"tool_use"')) continue;
      const { message, cwd } = JSON.parse(line);
      for (const block of message?.content ?? []) {
        if (block.type !== "tool_use") continue;
        const action = readToolAction({ tool_name: block.name, tool_input: block.input });
        const known = action.files.filter((path) => !seen.has(path));
        if (action.command === undefined && !action.changes) {
          for (const path of known) seen.add(path);
          continue;
        }
        counts.calls++;
        if (action.changes) counts.edits++;
        else counts.commands++;
        const read = readAction(action, { root: cwd, folder: cwd, read: (path) => (seen.has(path) ? "" : undefined) });
        const project = folder.split("/").filter(Boolean).at(-1);
        const hits = guards.filter((one) => (one.project ?? project) === project && matchesGuard(one.guard, read));
        for (const path of known) seen.add(path);
        if (hits.length > 0) counts.stopped++;
        for (const { id, text } of hits) {
          byRule.set(id, (byRule.get(id) ?? 0) + 1);
          appendFileSync(out, `${JSON.stringify({ project, id, rule: text, tool: block.name, input: block.input })}\n`);
        }
      }
    }
console.log(`${guards.length} guards; ${counts.calls} calls (${counts.commands} commands, ${counts.edits} edits); ${counts.stopped} stopped`);
console.log([...byRule].toSorted((a, b) => b[1] - a[1]).map(([id, count]) => `${id} ${count}`).join("\n"));
