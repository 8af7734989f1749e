import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { homeAt } from "../src/base/home.js";
import { spoolLine } from "../src/domain/archive/ingest/spool-line.js";
import type { HostEvent } from "../src/hosts/payload.js";
import { ClaudeTranscript } from "../test/support/claude-transcript.js";
import type { WarmUp } from "./compiled-entry.js";
import { warmUpEnv } from "./product-warm-ups.js";

const error = "Error: pool is exhausted";

/** A session and the events of the next one: what nearly every hook executes. */
export function hookWarmUp(folder: string): WarmUp {
  const env = warmUpEnv(folder);
  const project = join(folder, "shop");
  const file = join(project, "src", "pool.ts");
  mkdirSync(join(project, ".git"), { recursive: true });
  announce(homeAt(env.THROUGHLINE_HOME).spool, join(folder, "before.jsonl"), sessionIn(project, file));
  const event = (occasion: HostEvent["occasion"], fields: Partial<HostEvent> = {}): HostEvent => ({
    ...{ agent: "claude-code", name: occasion, occasion, session: "now", transcript: "", folder: project },
    ...{ prompt: "", error: "", file: "", ...fields },
  });
  return {
    exported: "injectContext",
    calls: [
      [event("session-start")],
      [event("prompt", { prompt: "How does the importer get its connections from the pool?" })],
      [event("file", { file })],
      [event("tool-failure", { error })],
    ],
    env: { ...env, THROUGHLINE_ARCHIVE_HOOK_DEADLINE: "60000" },
  };
}

const sessionIn = (project: string, file: string): ClaudeTranscript =>
  new ClaudeTranscript("before", project)
    .ask("Add the importer. From now on always use pnpm, never npm.")
    .use("Bash", { command: "pnpm test" }, `Exit code 1\n${error}`, true)
    .use("Edit", { file_path: file, old_string: "max: 1", new_string: "max: 20" }, "The file has been updated.")
    .use("Bash", { command: "pnpm test" }, "9 passed")
    .say("We decided to use cursor pagination. The importer works and all tests pass. Next step: the exporter.");

function announce(spool: string, path: string, { session, folder, text }: ClaudeTranscript): void {
  writeFileSync(path, text);
  mkdirSync(spool, { recursive: true });
  const at = new Date().toISOString();
  const entry = { agent: "claude-code", event: "Stop", session, transcript: path, folder, at } as const;
  writeFileSync(join(spool, `${at.slice(0, 10)}.jsonl`), spoolLine(entry));
}
