import { join, resolve } from "node:path";
import { AppError } from "../../../base/errors.js";
import { formatCount } from "../../../base/text/plural.js";
import { classifyToolCall } from "../../../hosts/classify-tool-call.js";
import type { Exchange } from "../../../store/archive/exchange.js";
import type { CallEvent, SessionEvent } from "../../../store/archive/session-event.js";
import type { Touch } from "../../../store/archive/session-store.js";
import type { Call } from "../../call.js";
import { catchUpForQuestion } from "../archive.js";
import type { ArchiveParts } from "../archive-parts.js";
import { parseEdits } from "../extract/edits.js";

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
  if (!changes || !files.some((file) => file.replaceAll("\\", "/").endsWith(path))) return false;
  return parseEdits(input).some(({ before, after }) => has(after, line) && !has(before, line));
}

const has = (text: string, line: string): boolean => text.split("\n").some((one) => one.trim() === line);

type FileUse = Touch & Pick<Exchange, "question"> & { readonly outcome: string };

const maxTouches = 200;
/** Each has to be unpacked. */
const maxSessionsRead = 40;
/** A commit is made within this time after its last edit, or the edit belongs to another commit. */
const maxHours = 24 * 14;

export type FileHistoryParts = Pick<
  ArchiveParts,
  "sessions" | "exchanges" | "projectRegistry" | "ingest" | "gitLocator" | "files" | "runtime"
>;

export function createFileHistory(parts: FileHistoryParts) {
  const { sessions, exchanges, projectRegistry, ingest, gitLocator, files, runtime } = parts;
  return {
    /** Exchanges that touched a file; of a line, those that wrote it as it is now. */
    async fileHistory(call: Call, path: string, line: number | undefined, limit: number): Promise<FileUse[]> {
      await catchUpForQuestion(ingest);
      const { project, inside, written } = await locate(call, path, line);
      const max = written === undefined ? limit : maxTouches;
      const touches = await sessions.touches(call.tenant, project, inside, max);
      const chosen = written === undefined ? touches : await thatWrote(call, touches, inside, written, limit);
      return Promise.all(chosen.map(async (touch) => useOf(touch, await exchangeOf(call, touch))));
    },

    /**
     * The commit that last changed a file or line, and the exchange that wrote the line; without one, the last that changed
     * the file before the commit.
     */
    async blame(call: Call, path: string, line: number | undefined) {
      await catchUpForQuestion(ingest);
      const { project, root, inside, exists, written } = await locate(call, path, line);
      const commit = await gitLocator.lastChange(root, inside, line);
      const until = commit?.at ?? runtime.now().toISOString();
      const touches = await sessions.touches(call.tenant, project, inside, maxTouches);
      if (!exists && !commit && touches.length === 0) throw noFile(inside);
      const changes = touches.filter(({ how, at }) => how === "changed" && at <= until);
      const [writer] = written === undefined ? [] : await thatWrote(call, changes, inside, written, 1);
      const [newest] = changes;
      const isNear = newest && Date.parse(until) - Date.parse(newest.at) <= maxHours * 3_600_000;
      const last = writer ?? (isNear ? newest : undefined);
      const exchange = last && (await exchangeOf(call, last));
      const answer = exchange?.solution.outcome || exchange?.solution.approach || "";
      const by = last && useOf(last, exchange);
      return { path: inside, commit, by, isCertain: writer !== undefined, answer };
    },
  };

  /** Where a file is in its project, and the text of the requested line. */
  async function locate(call: Call, path: string, line: number | undefined) {
    const { id: project, root } = await projectRegistry.identify(call.tenant, call.folder);
    const whole = resolve(call.folder, path);
    const relativePath = whole.startsWith(`${root}/`) ? whole.slice(root.length + 1) : path;
    const inside = relativePath.replaceAll("\\", "/").replace(/^\.\//, "");
    const text = await files.read(join(root, inside));
    const written = line === undefined ? undefined : lineIn(text, inside, line);
    return { project, root, inside, exists: text !== undefined, written };
  }

  /** Of exchanges that changed a file, those whose edits contain the line as it is now. */
  async function thatWrote(call: Call, touches: readonly Touch[], path: string, line: string, max: number) {
    const written = new Map<string, string[]>();
    const writers: Touch[] = [];
    for (const touch of touches.filter(({ how }) => how === "changed")) {
      const { sessionId, exchangeKey } = touch;
      const keys =
        written.get(sessionId) ?? exchangesThatWrote(await sessions.events(call.tenant, sessionId), path, line);
      written.set(sessionId, keys);
      if (keys.includes(exchangeKey)) writers.push(touch);
      if (writers.length === max || written.size >= maxSessionsRead) break;
    }
    return writers;
  }

  async function exchangeOf(call: Call, { sessionId, exchangeKey }: Touch): Promise<Exchange | undefined> {
    return (await exchanges.ofSession(call.tenant, sessionId)).find(({ key }) => key === exchangeKey);
  }
}

const useOf = (touch: Touch, exchange: Exchange | undefined): FileUse => ({
  ...touch,
  question: exchange?.question.slice(0, 400) ?? "",
  outcome: exchange?.outcome ?? "",
});

function lineIn(text: string | undefined, path: string, line: number): string {
  if (text === undefined) throw noFile(path);
  const lines = text.replace(/\n$/, "").split("\n");
  const written = lines[line - 1];
  if (written !== undefined) return written;
  throw new AppError("missing", `Line ${line} does not exist: ${path} has ${formatCount(lines.length, "line")}.`, {
    hint: "Pass one of them, or only the file.",
  });
}

const noFile = (path: string) =>
  new AppError("missing", `File not found: ${path}. No session read or changed it either.`, {
    hint: "Pass its path relative to the current folder or the project root.",
  });
