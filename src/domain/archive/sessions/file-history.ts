import { join, resolve } from "node:path";
import { AppError } from "../../../base/errors.js";
import type { Runtime } from "../../../base/runtime.js";
import { formatCount } from "../../../base/text/plural.js";
import type { Files } from "../../../engine/files.js";
import type { GitLocator } from "../../../engine/git-locator.js";
import { classifyToolCall } from "../../../hosts/classify-tool-call.js";
import type { Exchange } from "../../../store/archive/exchange.js";
import type { ExchangeStore } from "../../../store/archive/exchange-store.js";
import type { CallEvent, SessionEvent } from "../../../store/archive/session-event.js";
import type { SessionStore, Touch } from "../../../store/archive/session-store.js";
import type { Call } from "../../call.js";
import type { ProjectRegistry } from "../../identity/project-registry.js";
import { catchUpForQuestion } from "../archive.js";
import type { Ingest } from "../ingest/ingest.js";
import { parseEdits } from "./parse-edits.js";

/** Shorter lines occur in every file. */
const minLineLength = 4;

/** Keys of the exchanges in which an edit of the file wrote the line, the last first. */
export function exchangesThatWrote(events: readonly SessionEvent[], path: string, line: string): string[] {
  const trimmed = line.trim();
  if (trimmed.length < minLineLength) return [];
  const keys = new Set<string>();
  let exchange = "";
  for (const event of events) {
    if (event.kind === "prompt") exchange = event.key;
    if (event.kind === "call" && wrote(event, path, trimmed)) {
      keys.delete(exchange);
      keys.add(exchange);
    }
  }
  return [...keys].reverse();
}

function wrote({ tool, input }: CallEvent, path: string, line: string): boolean {
  const { files, changes } = classifyToolCall(tool, input);
  if (!changes || !files.some((file) => isSameFile(file, path))) return false;
  return parseEdits(input).some(({ before, after }) => has(after, line) && !has(before, line));
}

const isSameFile = (whole: string, path: string) => whole.replaceAll("\\", "/").endsWith(path);

const has = (text: string, line: string): boolean => text.split("\n").some((one) => one.trim() === line);

export interface FileUse extends Touch {
  readonly question: string;
  readonly outcome: string;
}

export interface Blame {
  readonly path: string;
  readonly commit: { readonly commit: string; readonly at: string; readonly subject: string } | undefined;
  /** The exchange that wrote the line; without one, the last that changed the file before the commit. */
  readonly by: FileUse | undefined;
  /** Whether an edit of that exchange holds the line. */
  readonly isCertain: boolean;
  readonly answer: string;
}

/** From a file back to the sessions that touched it. */
export interface FileHistory {
  /** Exchanges that touched a file; of a line, those that wrote it as it is now. */
  fileHistory(call: Call, path: string, line: number | undefined, limit: number): Promise<FileUse[]>;
  blame(call: Call, path: string, line: number | undefined): Promise<Blame>;
}

export interface FileHistoryDeps {
  readonly store: SessionStore;
  readonly exchanges: ExchangeStore;
  readonly projectRegistry: ProjectRegistry;
  readonly ingest: Ingest;
  readonly gitLocator: GitLocator;
  readonly files: Pick<Files, "read">;
  readonly runtime: Runtime;
}

/** A file of a project, and the text of the requested line. */
interface FileLocation {
  readonly project: string;
  readonly root: string;
  readonly path: string;
  readonly exists: boolean;
  readonly line: string | undefined;
}

const maxTouches = 200;
/** Each has to be unpacked. */
const maxSessionsRead = 40;
/** A commit is made within this time after its last edit, or the edit belongs to another commit. */
const maxHours = 24 * 14;

export function createFileHistory({
  store,
  exchanges,
  projectRegistry,
  ingest,
  gitLocator,
  files,
  runtime,
}: FileHistoryDeps): FileHistory {
  return {
    async fileHistory(call, path, line, limit) {
      await catchUpForQuestion(ingest);
      const location = await locate(call, path, line);
      const touches = await touchesOf(call, location, location.line === undefined ? limit : maxTouches);
      const chosen =
        location.line === undefined ? touches : await thatWrote(call, touches, location.path, location.line, limit);
      return Promise.all(chosen.map((touch) => withQuestion(call, touch)));
    },

    async blame(call, path, line) {
      await catchUpForQuestion(ingest);
      const location = await locate(call, path, line);
      const commit = await gitLocator.lastChange(location.root, location.path, line);
      const until = commit?.at ?? runtime.now().toISOString();
      const touches = await touchesOf(call, location, maxTouches);
      if (!location.exists && !commit && touches.length === 0) throw noFile(location.path);
      const changes = touches.filter(({ how, at }) => how === "changed" && at <= until);
      const [writer] =
        location.line === undefined ? [] : await thatWrote(call, changes, location.path, location.line, 1);
      const last = writer ?? changes[0];
      const isNear = writer || (last && Date.parse(until) - Date.parse(last.at) <= maxHours * 3_600_000);
      const by = isNear && last ? await withQuestion(call, last) : undefined;
      const writerExchange = by && (await exchangeOf(call, by));
      const answer = writerExchange?.solution.outcome || writerExchange?.solution.approach || "";
      return { path: location.path, commit, by, isCertain: writer !== undefined, answer };
    },
  };

  async function locate(call: Call, path: string, line: number | undefined): Promise<FileLocation> {
    const { id, root } = await projectRegistry.identify(call.tenant, call.folder);
    const whole = resolve(call.folder, path);
    const relativePath = whole.startsWith(`${root}/`) ? whole.slice(root.length + 1) : path;
    const inside = relativePath.replaceAll("\\", "/").replace(/^\.\//, "");
    const text = await files.read(join(root, inside));
    return {
      project: id,
      root,
      path: inside,
      exists: text !== undefined,
      line: line === undefined ? undefined : lineIn(text, inside, line),
    };
  }

  function touchesOf(call: Call, { project, path }: FileLocation, max: number): Promise<Touch[]> {
    return store.touches(call.tenant, project, path, max);
  }

  /** Of exchanges that changed a file, those whose edits contain the line as it is now. */
  async function thatWrote(
    call: Call,
    touches: readonly Touch[],
    path: string,
    line: string,
    max: number,
  ): Promise<Touch[]> {
    const written = new Map<string, string[]>();
    const writers: Touch[] = [];
    for (const touch of touches.filter(({ how }) => how === "changed")) {
      const keys =
        written.get(touch.sessionId) ??
        exchangesThatWrote(await store.events(call.tenant, touch.sessionId), path, line);
      written.set(touch.sessionId, keys);
      if (keys.includes(touch.exchangeKey)) writers.push(touch);
      if (writers.length === max || written.size >= maxSessionsRead) break;
    }
    return writers;
  }

  async function exchangeOf(call: Call, { sessionId, exchangeKey }: Touch): Promise<Exchange | undefined> {
    return (await exchanges.ofSession(call.tenant, sessionId)).find(({ key }) => key === exchangeKey);
  }

  async function withQuestion(call: Call, touch: Touch): Promise<FileUse> {
    const exchange = await exchangeOf(call, touch);
    return { ...touch, question: exchange?.question.slice(0, 400) ?? "", outcome: exchange?.outcome ?? "" };
  }
}

function lineIn(text: string | undefined, path: string, line: number): string {
  if (text === undefined) throw noFile(path);
  const lines = text.replace(/\n$/, "").split("\n");
  const writers = lines[line - 1];
  if (writers !== undefined) return writers;
  throw new AppError("missing", `Line ${line} does not exist: ${path} has ${formatCount(lines.length, "line")}.`, {
    hint: "Pass one of them, or only the file.",
  });
}

const noFile = (path: string) =>
  new AppError("missing", `File not found: ${path}. No session read or changed it either.`, {
    hint: "Pass its path relative to the current folder or the project root.",
  });
