import { existsSync } from "node:fs";
import { AppError } from "../../base/errors.js";
import { silentLog } from "../../base/log.js";
import type { Call } from "../../domain/call.js";
import type { ContextInjection } from "../../domain/lessons/context-injection.js";
import { mayHoldToken } from "../../domain/redaction/may-hold-token.js";
import { createRedactionGateway, type RedactionGateway } from "../../domain/redaction/redaction-gateway.js";
import { redactorFromSettings } from "../../domain/redaction/redactor-from-settings.js";
import { createSearch, type Search } from "../../domain/search/search.js";
import type { Embedder } from "../../engine/embedder.js";
import { gitCliLocator } from "../../engine/git-cli/git-cli-locator.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { nodeTranscriptFiles } from "../../engine/node-files/node-transcript-files.js";
import { markActivity } from "../../engine/node-host/file-activity.js";
import type { Redact } from "../../engine/redacting.js";
import type { Sql } from "../../engine/sql.js";
import { sqliteForeign } from "../../engine/sqlite/sqlite-foreign.js";
import type { HostEvent } from "../../hosts/payload.js";
import { stopExitCode } from "../../hosts/read-payload.js";
import { migrate } from "../../store/migrate.js";
import { migrations } from "../../store/migrations/index.js";
import { openSearchIndex } from "../../store/search/search-index.js";
import { openVectorStore } from "../../store/search/vector-store.js";
import { assembleArchive } from "../wiring/assemble-archive.js";
import { assembleGuards } from "../wiring/assemble-guards.js";
import { assembleLessons } from "../wiring/assemble-lessons.js";
import { type LoadedSettings, loadSettings } from "../wiring/load-settings.js";
import { databaseOf } from "../wiring/open-database.js";
import { openEmbedder } from "../wiring/open-embedder.js";
import { systemPlatform } from "../wiring/system-platform.js";
import { systemRuntime } from "../wiring/system-runtime.js";
import { startHookClock } from "./hook-clock.js";
import { noteReceipt } from "./note-receipt.js";
import { writeAnswer } from "./write-answer.js";

/** How long a write waits for another process: what could not be written now is written by the next process. */
const busyTimeoutMs = 400;
/** The share of a hook's time that reading new transcripts may take. */
const readingShare = 0.15;

/** Occasions on which nothing is the usual answer. */
const silentOccasions: ReadonlySet<string> = new Set([
  "compaction-start",
  "file",
  "turn-end",
  "action",
  "subagent-start",
]);

/** What the agent receives, and whether the action that it announced is stopped. */
interface HookAnswer {
  readonly text: string;
  readonly effect?: "ask" | "deny" | undefined;
  /** Ids of the memories in it. */
  readonly records?: readonly string[];
}

/** Answers an event with context from the archive in the host's form, if there is any, and records the result. */
export async function injectContext(
  event: HostEvent,
  answerOf = ({ text }: HookAnswer): string => text,
): Promise<void> {
  const loaded = await loadSettings(nodeFiles, process.env, event.folder || process.cwd(), []);
  // Most turns end without a word of ours: the database need not be opened for that.
  if (event.occasion === "turn-end" && !loaded.settings.values["learning.atEnd"]) return;
  markActivity(loaded.home.activity);
  const clock = startHookClock(loaded.settings.values["archive.hookDeadline"]);
  const miss = (reason: string): HookAnswer & { reason?: string } => ({ text: "", reason });
  const { text, effect, records, reason } = await Promise.race([
    contextFor(event, loaded, () => clock.isPast(readingShare)).then(
      (body) => ({ ...body, reason: undefined }),
      (error: unknown) => miss(error instanceof AppError ? error.message : String(error)),
    ),
    clock.over.then(miss),
  ]);
  clock.stop();
  const answer = text === "" ? "" : answerOf({ text, effect });
  if (effect) process.exitCode = stopExitCode(event);
  const isWritten = answer !== "" && writeAnswer(answer, process.exitCode ? 2 : 1);
  if (isWritten) noteReceipt(loaded.home, event, { result: "given", text, records });
  else if (answer !== "") noteReceipt(loaded.home, event, { result: "missed", reason: "the host closed the pipe" });
  else if (reason !== undefined) noteReceipt(loaded.home, event, { result: "missed", reason });
  else if (!silentOccasions.has(event.occasion)) noteReceipt(loaded.home, event, { result: "empty" });
}

async function contextFor(
  event: HostEvent,
  { home, settings, allowlist }: LoadedSettings,
  isEnough: () => boolean,
): Promise<HookAnswer> {
  const database = databaseOf(settings.values, home);
  // Without a database there is something to give only if a session was announced.
  if (database.path !== undefined && !existsSync(database.path) && !existsSync(home.spool)) return nothing;
  // A hook promises nothing: after a power cut, the next process reads the same transcripts again.
  const sql = await database.open({ timeoutMs: busyTimeoutMs, isSynced: false });
  try {
    if (!(await isUsable(sql, database.path !== undefined))) return nothing;
    const redaction = createRedactionGateway(redactorFromSettings(settings.values, allowlist), silentLog);
    const engines = {
      runtime: systemRuntime(),
      log: silentLog,
      home,
      settings,
      sql,
      files: nodeFiles,
      machine: database.machine,
      platform: systemPlatform(),
      transcripts: nodeTranscriptFiles,
      foreign: sqliteForeign,
      gitLocator: gitCliLocator,
      redaction,
      redactName: (name: string) => (mayHoldToken(name) ? redaction.text(name) : name),
      isReader: true,
    };
    const embedder = embedderFor(event, settings);
    const search = openSearch(sql, embedder);
    const { sharedFixes, ...records } = await openMemories(sql, search, event, engines);
    const archive = assembleArchive(engines, search);
    const given: string[] = [];
    const onGiven = (items: readonly string[]) => given.push(...items);
    const common = { ...engines, embedder, settings: settings.values, sharedFixes };
    const lessonEngines = { ...common, redact: redaction.text, onGiven };
    const injection = assembleLessons(lessonEngines, archive, records);
    // Another process may be writing: the archive can be read without waiting for it.
    if (event.occasion !== "file" && event.occasion !== "action")
      await archive.ingest.catchUp(isEnough).catch(() => undefined);
    const call = callOf(event);
    const guards = assembleGuards({ ...engines, sql }, records.memories, records.identity);
    if (event.action) return (await guards.beforeAction(call, event.action)) ?? nothing;
    // What guards note for later must not cost the answer, for example in a home that can only be read.
    if (event.occasion === "prompt") await guards.hear(call, event.prompt).catch(() => undefined);
    const text = await textFor(event, injection, call);
    // Afterwards, because a prompt may have stated a rule.
    if (event.occasion === "prompt" || event.occasion.startsWith("session"))
      await guards.refresh(call, await injection.fileWords(call)).catch(() => undefined);
    return { text, records: memoriesIn(given) };
  } finally {
    await sql.close();
  }
}

/** `lesson:mem_1` names a memory that was given whole, `title:mem_1` one by its title. */
const memoriesIn = (items: readonly string[]): string[] =>
  items.flatMap((item) => /^(?:lesson|title):(.+)$/.exec(item)?.[1] ?? []);

const nothing: HookAnswer = { text: "" };

async function textFor(event: HostEvent, injection: ContextInjection, call: Call): Promise<string> {
  switch (event.occasion) {
    case "session-start":
      return await injection.atStart(call, false);
    case "session-resume":
      return await injection.atStart(call, true);
    case "compaction-start":
      await injection.beforeCompaction(call);
      return "";
    case "compaction-end":
      return await injection.afterCompaction(call);
    case "prompt":
      return await injection.withPrompt(call, event.prompt, event.received);
    case "turn-end":
      return await injection.atEnd(call);
    case "file":
      return await injection.onFile(call, event.file);
    case "subagent-start":
      return await injection.atSubagentStart(call, event.prompt);
    case "tool-failure":
      return await injection.onFailure(call, { output: event.error, command: event.command ?? "" });
    default:
      return "";
  }
}

/** Keywords, and static embeddings with a prompt: a hook has no time to load the model. */
function openSearch(sql: Sql, embedder: Embedder | undefined): Search {
  return createSearch({
    index: openSearchIndex(sql),
    vectors: openVectorStore(sql),
    embedder,
    runtime: systemRuntime(),
  });
}

function embedderFor({ occasion }: HostEvent, { values }: LoadedSettings["settings"]) {
  const isByMeaning = occasion === "prompt" && values["archive.promptHits"] > 0;
  return isByMeaning ? withoutModel(openEmbedder(values)) : undefined;
}

function withoutModel(embedder: Embedder | undefined): Embedder | undefined {
  if (embedder?.embedStatic === undefined) return undefined;
  const { tokens: _, ...rest } = embedder;
  return { ...rest, embed: () => Promise.reject(new AppError("unavailable", "Hooks do not load the model.")) };
}

/** Memories are looked up by the names of the project, fixes by an error; before compaction a state is saved. */
async function openMemories(
  sql: Sql,
  search: Search,
  { occasion }: HostEvent,
  { redaction, redactName, settings }: HookRedaction & Pick<LoadedSettings, "settings">,
) {
  const { memoriesOfHook } = await import("../wiring/memories-of-hook.js");
  const isText = occasion === "tool-failure" || occasion.startsWith("compaction");
  return memoriesOfHook(sql, search, settings.values, isText ? redaction.text : redactName);
}

interface HookRedaction {
  readonly redaction: RedactionGateway;
  readonly redactName: Redact;
}

const callOf = (event: HostEvent): Call => ({
  tenant: "local",
  caller: `hook:${event.agent}`,
  session: event.session,
  log: silentLog,
  folder: event.folder || process.cwd(),
  signal: new AbortController().signal,
  progress: () => {},
});

/**
 * A new database file is set up: the first sessions may end before a server has opened it. Bringing an old one up to
 * date is work for a process that has time.
 */
async function isUsable(sql: Sql, isFile: boolean): Promise<boolean> {
  const rows = await sql.all<{ name: string }>("SELECT name FROM migrations").catch(() => []);
  const isNew = isFile && rows.length === 0;
  if (isNew) await migrate(sql, systemRuntime(), migrations);
  return isNew || rows.length === migrations.length;
}
