import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ClaudeTranscript } from "./claude-transcript.js";
import type { TestApp } from "./test-app.js";

/** The path of Claude Code's transcript of a session. */
export const transcriptPath = (app: TestApp, session: string): string =>
  join(dirname(app.folder), "person", ".claude", "projects", "work", `${session}.jsonl`);

/** Writes transcripts as Claude Code does, and ingests them. */
export async function ingestTranscripts(app: TestApp, ...transcripts: readonly ClaudeTranscript[]) {
  for (const one of transcripts) {
    const path = transcriptPath(app, one.session);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, one.text);
  }
  return app.ingest.importAll({ agents: ["claude-code"], since: undefined, dryRun: false, progress: () => {} });
}
