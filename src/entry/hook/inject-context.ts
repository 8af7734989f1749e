import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { agentHomesIn } from "../../base/agent-homes.js";
import { AppError } from "../../base/errors.js";
import type { Home } from "../../base/home.js";
import { silentLog } from "../../base/log.js";
import type { Call } from "../../domain/call.js";
import { smokeTestSession } from "../../domain/receipts/receipt.js";
import { createRedaction, type Redaction } from "../../domain/redaction/redaction.js";
import { redactorOfSettings } from "../../domain/redaction/redactor-of-settings.js";
import { createSearch, type Search } from "../../domain/search/search.js";
import type { Embedder } from "../../engine/embedder.js";
import { gitCliLocator } from "../../engine/git-cli/git-cli-locator.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { nodeTranscriptFiles } from "../../engine/node-files/node-transcript-files.js";
import type { Sql } from "../../engine/sql.js";
import { sqliteForeign } from "../../engine/sqlite/sqlite-foreign.js";
import { migrations } from "../../store/migrations/index.js";
import { openSearchIndex } from "../../store/search/search-index.js";
import { openVectorStore } from "../../store/search/vector-store.js";
import { answerFor } from "../../surface/hooks/answer-host.js";
import type { HostEvent } from "../../surface/hooks/host-event.js";
import { assembleArchive } from "../wiring/assemble-archive.js";
import { type LoadedSettings, loadSettings } from "../wiring/load-settings.js";
import { databaseOf } from "../wiring/open-database.js";
import { openEmbedder } from "../wiring/open-embedder.js";
import { systemRuntime } from "../wiring/system-runtime.js";
import { noteReceipt } from "./note-receipt.js";

const hookTimeoutMs = 50;
/** What reading of new transcripts may take of the time that a hook has. */
const readingShare = 0.5;

/** Answers an event with what the archive knows, or not at all. */
export async function injectContext(event: HostEvent, began: number): Promise<void> {
  const loaded = await loadSettings(nodeFiles, process.env, event.folder || process.cwd(), []);
  const deadlineMs = loaded.settings.values["archive.hookDeadline"];
  const usedMs = () => performance.now() - began;
  // An agent waits for us: late is as good as nothing, and nothing is better than late.
  const late = setTimeout(() => process.exit(0), Math.max(1, deadlineMs - usedMs()));
  const text = await contextFor(event, loaded, () => usedMs() > deadlineMs * readingShare);
  clearTimeout(late);
  if (text === "" || usedMs() >= deadlineMs) return;
  process.stdout.write(answerFor(event, text));
  if (event.session !== smokeTestSession) noteReceipt(loaded.home, event, text);
}

async function contextFor(
  event: HostEvent,
  { home, settings, allowlist }: LoadedSettings,
  isEnough: () => boolean,
): Promise<string> {
  const database = databaseOf(settings.values, home);
  if (database.path !== undefined && !existsSync(database.path)) return "";
  const sql = await database.open({ timeoutMs: hookTimeoutMs });
  try {
    // Bringing a database up to date is work for a process that has time.
    if (!(await isCurrent(sql))) return "";
    const redaction = createRedaction(redactorOfSettings(settings.values, allowlist), silentLog);
    const engines = {
      ...{ runtime: systemRuntime(), log: silentLog, home, settings, sql, files: nodeFiles, machine: database.machine },
      homes: agentHomesIn(process.env.HOME || homedir(), process.env),
      transcripts: nodeTranscriptFiles,
      foreign: sqliteForeign,
      gitLocator: gitCliLocator,
      redaction,
      briefs: event.occasion.startsWith("compaction") ? await openBriefs(sql, settings, redaction) : undefined,
    };
    const { ingest, injection } = assembleArchive(engines, openSearch(sql, event, settings, home));
    await ingest.catchUp(isEnough);
    const call = callOf(event);
    switch (event.occasion) {
      case "session-start":
        return await injection.atStart(call);
      case "compaction-start":
        await injection.beforeCompaction(call);
        return "";
      case "compaction-end":
        return await injection.afterCompaction(call);
      case "prompt":
        return await injection.withPrompt(call, event.prompt);
      case "tool-failure":
        return await injection.onFailure(call, event.error);
      default:
        return "";
    }
  } finally {
    await sql.close();
  }
}

/** Keywords, and static embeddings with a prompt: a hook has no time to load the model or the related-terms table. */
function openSearch(sql: Sql, event: HostEvent, { values }: LoadedSettings["settings"], home: Home): Search {
  const isByMeaning = event.occasion === "prompt" && values["archive.promptHits"] > 0;
  const embedder = isByMeaning ? withoutModel(openEmbedder(values, home)) : undefined;
  return createSearch({
    index: openSearchIndex(sql),
    vectors: openVectorStore(sql),
    embedder,
    runtime: systemRuntime(),
  });
}

function withoutModel(embedder: Embedder | undefined): Embedder | undefined {
  if (embedder?.embedStatic === undefined) return undefined;
  const { relatedTerms: _, ...rest } = embedder;
  return { ...rest, embed: () => Promise.reject(new AppError("unavailable", "Hooks do not load the model.")) };
}

/** Loaded only where it is needed: every other hook is gone by then. */
async function openBriefs(sql: Sql, settings: LoadedSettings["settings"], redaction: Redaction) {
  const { briefsAsCheckpoints } = await import("../wiring/briefs-as-checkpoints.js");
  return briefsAsCheckpoints(sql, settings.values, redaction);
}

const callOf = (event: HostEvent): Call => ({
  ...{ tenant: "local", caller: `hook:${event.agent}`, session: event.session, log: silentLog },
  folder: event.folder || process.cwd(),
  signal: new AbortController().signal,
  progress: () => {},
});

async function isCurrent(sql: Sql): Promise<boolean> {
  const rows = await sql.all<{ name: string }>("SELECT name FROM migrations").catch(() => []);
  return rows.length === migrations.length;
}
