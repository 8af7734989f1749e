import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeAt } from "../src/base/home.js";
import { spoolLine } from "../src/domain/archive/ingest/spool-line.js";
import type { HostEvent } from "../src/surface/hooks/host-event.js";
import { ClaudeTranscript } from "../test/support/claude-transcript.js";
import type { WarmUp } from "./compiled-entry.js";

const error = "Error: pool is exhausted";

/** A session and the events of the next one: what nearly every hook executes. In a folder that is removed afterwards. */
export function withHookWarmUp(compile: (warmUp: WarmUp) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "throughline-warm-up-"));
  try {
    const home = homeAt(join(folder, "home"));
    const project = join(folder, "shop");
    const file = join(project, "src", "pool.ts");
    mkdirSync(join(project, ".git"), { recursive: true });
    announce(home.spool, join(folder, "before.jsonl"), sessionIn(project, file));
    const event = (occasion: HostEvent["occasion"], fields: Partial<HostEvent> = {}): HostEvent => ({
      ...{ agent: "claude-code", name: occasion, occasion, session: "now", transcript: "", folder: project },
      ...{ prompt: "", error: "", file: "", ...fields },
    });
    compile({
      exported: "injectContext",
      calls: [
        event("session-start"),
        event("prompt", { prompt: "How does the importer get its connections from the pool?" }),
        event("file", { file }),
        event("tool-failure", { error }),
      ],
      env: {
        ...{ PATH: process.env.PATH, HOME: folder, THROUGHLINE_HOME: home.path },
        THROUGHLINE_ARCHIVE_HOOK_DEADLINE: "60000",
      },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
