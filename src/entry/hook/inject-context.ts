import { existsSync } from "node:fs";
import { AppError } from "../../base/errors.js";
import { silentLog } from "../../base/log.js";
import type { Call } from "../../domain/call.js";
import { createProjectRegistry } from "../../domain/identity/project-registry.js";
import { createProjectResolver } from "../../domain/identity/project-resolver.js";
import type { ContextInjection } from "../../domain/lessons/context-injection.js";
import { createAnchors } from "../../domain/memory/anchors.js";
import { createCheckpoints } from "../../domain/memory/checkpoints.js";
import { createMemories } from "../../domain/memory/memories.js";
import { mayHoldToken } from "../../domain/redaction/may-hold-token.js";
import { createRedactionGateway } from "../../domain/redaction/redaction-gateway.js";
import { redactorFromSettings } from "../../domain/redaction/redactor-from-settings.js";
import { createSearch } from "../../domain/search/search.js";
import type { Embedder } from "../../engine/embedder.js";
import { gitCliLocator } from "../../engine/git-cli/git-cli-locator.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { nodeTranscriptFiles } from "../../engine/node-files/node-transcript-files.js";
import { markActivity } from "../../engine/node-host/file-activity.js";
import { nodeHost } from "../../engine/node-host/node-host.js";
import { redactingSql } from "../../engine/redacting.js";
import type { Sql } from "../../engine/sql.js";
import { sqliteForeign } from "../../engine/sqlite/sqlite-foreign.js";
import type { HostEvent } from "../../hosts/payload.js";
import { stopExitCode } from "../../hosts/read-payload.js";
import { type IdentityStore, openIdentityStore } from "../../store/archive/identity-store.js";
import { openCheckpointStore } from "../../store/memory/checkpoint-store.js";
import { openMemoryStore } from "../../store/memory/memory-store.js";
import { openRemediationStore } from "../../store/memory/remediation-store.js";
import { migrate } from "../../store/migrate.js";
import { migrations } from "../../store/migrations/index.js";
import { openSearchIndex } from "../../store/search/search-index.js";
import { openVectorStore } from "../../store/search/vector-store.js";
import { assembleArchive, ignoreBusy } from "../wiring/assemble-archive.js";
import { assembleGuards, assembleLessons } from "../wiring/assemble-lessons.js";
import { type LoadedSettings, loadSettings } from "../wiring/load-settings.js";
import { databaseOf } from "../wiring/open-database.js";
import { openEmbedder } from "../wiring/open-embedder.js";
import { ownCall } from "../wiring/own-call.js";
import { sharedFixesIn } from "../wiring/shared-fixes.js";
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

/**
 * Answers an event with context from the archive in the host's form, if there is any, and records the result. The build
 * calls it to compile what hooks execute (`scripts/hook-warm-up.ts`), without a host's form.
 */
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

async function contextFor(event: HostEvent, loaded: LoadedSettings, isEnough: () => boolean): Promise<HookAnswer> {
  const { home } = loaded;
  const database = databaseOf(loaded.settings.values, home);
  // Without a database there is something to give only if a session was announced.
  if (database.path !== undefined && !existsSync(database.path) && !existsSync(home.spool)) return nothing;
  // A hook promises nothing: after a power cut, the next process reads the same transcripts again.
  const sql = await database.open({ timeoutMs: busyTimeoutMs, isSynced: false });
  try {
    if (!(await isUsable(sql, database.path !== undefined))) return nothing;
    const engines = { ...hookEngines(event, loaded, sql), machine: database.machine };
    const archive = assembleArchive(engines);
    const { sharedFixes, identity, ...records } = openRecords(event, engines);
    const given: string[] = [];
    const onGiven = (items: readonly string[]) => given.push(...items);
    const injection = assembleLessons({ ...engines, sharedFixes, onGiven, isReader: true }, archive.stores, records);
    // Another process may be writing: the archive can be read without waiting for it.
    if (event.occasion !== "file" && event.occasion !== "action")
      await archive.ingest.catchUp(isEnough).catch(() => undefined);
    const { agent, session } = event;
    const call = ownCall(silentLog, `hook:${agent}`, { session, folder: event.folder || process.cwd() });
    const guards = assembleGuards(engines, records.memories, identity);
    if (event.action) return (await guards.beforeAction(call, event.action)) ?? nothing;
    // What guards note for later must not cost the answer, for example in a home that can only be read.
    if (event.occasion === "prompt") await guards.hear(call, event.prompt).catch(() => undefined);
    const text = (await textOn[event.occasion]?.(injection, call, event)) ?? "";
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

type GiveText = (injection: ContextInjection, call: Call, event: HostEvent) => Promise<string | undefined>;

/** What each occasion gives. */
const textOn: Readonly<Partial<Record<HostEvent["occasion"], GiveText>>> = {
  "session-start": (injection, call) => injection.atStart(call, false),
  "session-resume": (injection, call) => injection.atStart(call, true),
  "compaction-start": (injection, call) => injection.beforeCompaction(call).then(() => undefined),
  "compaction-end": (injection, call) => injection.afterCompaction(call),
  prompt: (injection, call, { prompt, received }) => injection.withPrompt(call, prompt, received),
  "turn-end": (injection, call) => injection.atEnd(call),
  file: (injection, call, { file }) => injection.onFile(call, file),
  "subagent-start": (injection, call, { prompt }) => injection.atSubagentStart(call, prompt),
  "tool-failure": (injection, call, { error: output, command = "" }) => injection.onFailure(call, { output, command }),
};

function hookEngines({ occasion }: HostEvent, { home, settings: { values }, allowlist }: LoadedSettings, sql: Sql) {
  const redaction = createRedactionGateway(redactorFromSettings(values, allowlist), silentLog);
  const redactName = (name: string) => (mayHoldToken(name) ? redaction.text(name) : name);
  const runtime = systemRuntime();
  const isByMeaning = occasion === "prompt" && values["archive.promptHits"] > 0;
  const embedder = isByMeaning ? withoutModel(openEmbedder(values)) : undefined;
  const identities = openIdentityStore(sql);
  // The next process writes what this one could not.
  const store: IdentityStore = { ...identities, add: (...args) => identities.add(...args).catch(ignoreBusy) };
  return {
    runtime,
    log: silentLog,
    home,
    settings: values,
    sql,
    files: nodeFiles,
    platform: systemPlatform(),
    transcripts: nodeTranscriptFiles,
    foreign: sqliteForeign,
    gitLocator: gitCliLocator,
    redaction,
    redact: redaction.text,
    redactName,
    embedder,
    // Keywords, and static embeddings with a prompt: a hook has no time to load the model.
    search: createSearch({ index: openSearchIndex(sql), vectors: openVectorStore(sql), embedder, runtime }),
    projectRegistry: createProjectRegistry({ store, gitLocator: gitCliLocator, redact: redactName }),
  };
}

function withoutModel(embedder: Embedder | undefined): Embedder | undefined {
  if (embedder?.embedStatic === undefined) return undefined;
  const { tokens: _, ...rest } = embedder;
  return { ...rest, embed: () => Promise.reject(new AppError("unavailable", "Hooks do not load the model.")) };
}

/** Memories are looked up by the names of the project, fixes by an error; before compaction a state is saved. */
function openRecords({ occasion }: HostEvent, engines: ReturnType<typeof hookEngines>) {
  const { gitLocator, projectRegistry, redact, redactName, settings } = engines;
  const isText = occasion === "tool-failure" || occasion.startsWith("compaction");
  const sql = redactingSql(engines.sql, isText ? redact : redactName);
  const index = openSearchIndex(sql, isText ? redact : redactName);
  const identity = createProjectResolver({ gitLocator, projectRegistry, user: nodeHost.user });
  const { "checkpoints.keepAutomatic": keepAutomatic, "checkpoints.keepDays": keepDays } = settings;
  const common = { ...engines, identity };
  return {
    identity,
    memories: createMemories({ ...common, store: openMemoryStore(sql, index), anchors: createAnchors(nodeFiles) }),
    // Not indexed: what a hook saves is for the same session only.
    checkpoints: createCheckpoints({
      ...common,
      store: openCheckpointStore(sql),
      retention: { keepAutomatic, keepDays },
    }),
    sharedFixes: sharedFixesIn(openRemediationStore(sql, index), identity),
  };
}

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
