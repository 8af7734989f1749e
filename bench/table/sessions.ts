import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plantedFacts } from "../../test/support/planted-facts.js";
import { syntheticSessions } from "../../test/support/synthetic-sessions.js";
import { claudeFolder } from "../support/open-archive.js";
import type { Installed } from "./installed.js";

/** Writes sessions of Claude Code in ten folders, the first of which is the repository; returns their bytes. */
export async function writeSessions(
  { person, folder }: Installed,
  count: number,
  { turnBytes = 9000 }: { readonly turnBytes?: number } = {},
): Promise<number> {
  const folders = [folder, ...Array.from({ length: 9 }, (_, i) => join(person, "work", `project-${i}`))];
  for (const one of folders) mkdirSync(one, { recursive: true });
  const make = syntheticSessions({
    count,
    seed: 7,
    now: Date.now(),
    folders,
    facts: plantedFacts,
    asHost: true,
    turnBytes,
  });
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    const { id, folder: project, text } = make(i);
    mkdirSync(claudeFolder(person, project), { recursive: true });
    writeFileSync(join(claudeFolder(person, project), `${id}.jsonl`), text);
    bytes += Buffer.byteLength(text);
  }
  return bytes;
}
