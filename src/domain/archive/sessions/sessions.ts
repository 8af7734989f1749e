import { daysBefore } from "../../../base/days.js";
import { AppError } from "../../../base/errors.js";
import { textsIn } from "../../../base/json.js";
import { opening } from "../../../base/text/sentences.js";
import type { Exchange } from "../../../store/archive/exchange.js";
import { shortExchangeId } from "../../../store/archive/exchange-document.js";
import type { SessionEvent } from "../../../store/archive/session-event.js";
import type { RemovedCounts, Session } from "../../../store/archive/session-store.js";
import type { Call } from "../../call.js";
import { catchUpForQuestion } from "../archive.js";
import { reportOf } from "../extract/implementation-text.js";
import { createFileHistory, type FileHistoryParts } from "./file-history.js";

interface Parts extends FileHistoryParts {
  /** Removes what was derived from these sessions elsewhere; `texts` are all of theirs. */
  onForget?(tenant: string, ids: readonly string[], texts: readonly string[]): Promise<void>;
  /** Removes the bytes that deleted rows left. */
  eraseDeleted?(): Promise<boolean>;
  /** 0 keeps everything. */
  readonly retention: { readonly days: number; readonly megabytes: number };
}

const maxTombstones = 100_000;
const droppedAtOnce = 20;
const nothingRemoved: RemovedCounts = { sessions: 0, exchanges: 0, events: 0 };

/** Sessions one by one: to list, read, trace and forget them. */
export type Sessions = ReturnType<typeof createSessions>;
export type ProjectDigest = Awaited<ReturnType<Sessions["digest"]>>[number];
/** What was asked and what came of it, in a line; `id` reads the whole. */
export type DigestLine = ProjectDigest["done"][number];

export function createSessions(parts: Parts) {
  const { sessions, exchanges, projectRegistry, ingest, runtime, retention } = parts;

  /** By id, or by the first characters of one. */
  async function find(call: Call, id: string): Promise<Session> {
    const exact = await sessions.find(call.tenant, id);
    if (exact) return exact;
    const near = id.length >= 4 ? await sessions.startingWith(call.tenant, id, 100) : [];
    // Sub-agents have the id of their session before their own.
    if (near[0] && near.every((one) => one === near[0] || one.id.startsWith(`${near[0]?.id}/`))) return near[0];
    const hint =
      near.length > 1 ? "Several sessions match: pass more characters of the id." : "Find ids with session_list.";
    throw new AppError("missing", `Session not found: ${id}.`, { hint });
  }

  /** Everything that was said, called and printed in a session. */
  async function texts({ tenant }: Call, id: string): Promise<string[]> {
    const session = await sessions.find(tenant, id);
    const events = await sessions.events(tenant, id);
    const blobs = events.flatMap((event) => (event.kind === "result" && event.blob ? [event.blob] : []));
    const outputs = await Promise.all(blobs.map((hash) => sessions.blob(tenant, hash)));
    const said = events.flatMap((event) =>
      event.kind === "call" ? [event.tool, ...textsIn(event.input)] : [event.text],
    );
    return [session?.title ?? "", ...said, ...outputs.map((text) => text ?? "")];
  }

  return {
    ...createFileHistory(parts),
    find,
    texts,

    async list(
      call: Call,
      { project, before, limit }: { project?: string | undefined; before?: string | undefined; limit: number },
    ) {
      await catchUpForQuestion(ingest);
      const only = project === undefined ? {} : { project: (await named(call, project)).id };
      const filter = { ...only, ...(before ? { before: timeOf(before) } : {}) };
      const rows = await sessions.list(call.tenant, filter, limit);
      return Promise.all(
        rows.map(async (one) => ({ ...one, name: await projectRegistry.nameOf(call.tenant, one.project) })),
      );
    },

    /** The last session of the project that the call is about. */
    async lastHere(call: Call): Promise<string | undefined> {
      await catchUpForQuestion(ingest);
      const { id } = await projectRegistry.identify(call.tenant, call.folder);
      return (await sessions.list(call.tenant, { project: id }, 1))[0]?.id;
    },

    async turns(call: Call, id: string) {
      await catchUpForQuestion(ingest);
      const session = await find(call, id);
      return { session, turns: intoTurns(await sessions.events(call.tenant, session.id)) };
    },

    /** The whole of an output that a turn shows in part. */
    output: (call: Call, hash: string) => sessions.blob(call.tenant, hash),

    async exchanges(call: Call, id: string) {
      await catchUpForQuestion(ingest);
      const session = await find(call, id);
      return { session, exchanges: await exchanges.ofSession(call.tenant, session.id) };
    },

    async forget(
      call: Call,
      {
        session,
        project,
        sessions: chosen,
      }: { session?: string | undefined; project?: string | undefined; sessions?: readonly string[] },
    ): Promise<RemovedCounts> {
      const ids = chosen ?? (session === undefined ? await idsOf(call, project ?? "") : await family(call, session));
      // The sessions go last: while they are there, an interrupted deletion can be repeated.
      const all = await Promise.all(ids.map((id) => texts(call, id)));
      await parts.onForget?.(call.tenant, ids, all.flat());
      const removed = await sessions.forget(call.tenant, ids, runtime.now().toISOString());
      await parts.eraseDeleted?.();
      return removed;
    },

    /** Drops a few of the sessions that are older, or more, than the person wants to keep; by when they ended, never by a file's time. */
    async dropOld(tenant: string): Promise<RemovedCounts> {
      const { days, megabytes } = retention;
      const before = daysBefore(runtime.now(), days);
      const old = days === 0 ? nothingRemoved : await sessions.dropBefore(tenant, before, droppedAtOnce);
      const maxBytes = megabytes * 1024 * 1024;
      const more = megabytes === 0 ? nothingRemoved : await sessions.dropBeyond(tenant, maxBytes, droppedAtOnce);
      return {
        sessions: old.sessions + more.sessions,
        exchanges: old.exchanges + more.exchanges,
        events: old.events + more.events,
      };
    },

    async totals(call: Call) {
      await catchUpForQuestion(ingest);
      return { ...(await sessions.totals(call.tenant)), agents: await sessions.perAgent(call.tenant) };
    },

    /** What was done, decided and left open in each project. */
    async digest(call: Call, since: string, project: string | undefined) {
      await catchUpForQuestion(ingest);
      const only = project === undefined ? {} : { project: (await named(call, project)).id };
      const recent = await exchanges.newest(call.tenant, { from: since, ...only }, 2000);
      const projects = [...new Set(recent.map((one) => one.project))];
      return Promise.all(projects.map((id) => digestOf(call, id, recent, since)));
    },
  };

  async function named(call: Call, text: string) {
    const match = await projectRegistry.lookUp(call.tenant, text, call.folder);
    if (match) return match;
    const names = (await projectRegistry.list(call.tenant)).map(({ name }) => name);
    throw new AppError("missing", `Project not found: ${text}.`, {
      hint: names.length > 0 ? `Projects: ${names.slice(0, 20).join(", ")}.` : "No sessions are archived yet.",
    });
  }

  /** A session with the sub-agents it started. */
  async function family(call: Call, given: string): Promise<string[]> {
    const { id } = await find(call, given);
    const children = await sessions.startingWith(call.tenant, `${id}/`, 1000);
    return [id, ...children.map((one) => one.id)];
  }

  async function idsOf(call: Call, project: string): Promise<string[]> {
    const { id } = await named(call, project);
    return (await sessions.list(call.tenant, { project: id }, maxTombstones)).map((one) => one.id);
  }

  async function digestOf(call: Call, project: string, recent: readonly Exchange[], since: string) {
    const own = recent.filter((one) => one.project === project);
    const decisions = await exchanges.findings(call.tenant, "decision", { project }, 50);
    const lines = (...outcomes: readonly string[]) =>
      own
        .filter(({ outcome }) => outcomes.includes(outcome))
        .slice(0, maxDigestLines)
        .map((one) => ({ text: digestText(one), id: shortExchangeId(one) }));
    return {
      project: await projectRegistry.nameOf(call.tenant, project),
      sessions: new Set(own.map(({ sessionId }) => sessionId)).size,
      done: lines("solved"),
      decided: decisions
        .filter(({ at }) => at >= since)
        .slice(0, maxDigestLines)
        .map(({ decision, sessionId, exchangeKey: key }) => ({
          text: opening(decision, maxDigestPart),
          id: shortExchangeId({ sessionId, key }),
        })),
      open: lines("failed", "open"),
    };
  }
}

const maxDigestLines = 20;
const maxDigestPart = 160;

function digestText(exchange: Exchange): string {
  const part = (text: string) => opening(text.replace(/\s+/g, " ").trim(), maxDigestPart);
  const [question, result] = [exchange.question, reportOf(exchange)].map(part);
  return result === "" ? `${question}` : `${question} → ${result}`;
}

function timeOf(text: string): string {
  const ms = Date.parse(text);
  if (!Number.isNaN(ms)) return new Date(ms).toISOString();
  throw new AppError("invalid", `Invalid time: ${text}.`, {
    hint: "Use the end time of a listed session, or a date such as 2026-01-31.",
  });
}

export type Turn = ReturnType<typeof intoTurns>[number];

/** Counted from 1. */
function intoTurns(events: readonly SessionEvent[]) {
  const turns: { turn: number; events: SessionEvent[] }[] = [];
  for (const event of events) {
    const current = turns.at(-1);
    if (event.kind === "prompt" || !current) turns.push({ turn: turns.length + 1, events: [event] });
    else current.events.push(event);
  }
  return turns;
}
