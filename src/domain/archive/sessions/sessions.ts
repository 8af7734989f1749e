import { daysBefore } from "../../../base/days.js";
import { AppError } from "../../../base/errors.js";
import { textsIn } from "../../../base/json.js";
import { opening } from "../../../base/text/sentences.js";
import type { Exchange } from "../../../store/archive/exchange.js";
import { shortExchangeId } from "../../../store/archive/exchange-document.js";
import type { SessionEvent } from "../../../store/archive/session-event.js";
import type { ArchiveTotals, RemovedCounts, Session } from "../../../store/archive/session-store.js";
import type { Call } from "../../call.js";
import { catchUpForQuestion } from "../archive.js";
import { reportOf } from "../extract/report-of.js";
import { createFileHistory, type FileHistory, type FileHistoryDeps } from "./file-history.js";

export interface Turn {
  /** Counted from 1. */
  readonly turn: number;
  readonly events: readonly SessionEvent[];
}

/** What was asked and what came of it, in a line; `id` reads the whole. */
export interface DigestLine {
  readonly text: string;
  readonly id: string;
}

export interface ProjectDigest {
  readonly project: string;
  readonly sessions: number;
  readonly done: readonly DigestLine[];
  readonly decided: readonly DigestLine[];
  readonly open: readonly DigestLine[];
}

/** Sessions one by one: to list, read, trace and forget them. */
export interface Sessions extends FileHistory {
  list(
    call: Call,
    query: { project?: string | undefined; before?: string | undefined; limit: number },
  ): Promise<(Session & { name: string })[]>;
  /** By id, or by the first characters of one. */
  find(call: Call, id: string): Promise<Session>;
  /** The last session of the project that the call is about. */
  lastHere(call: Call): Promise<string | undefined>;
  turns(call: Call, id: string): Promise<{ session: Session; turns: readonly Turn[] }>;
  /** The whole of an output that a turn shows in part. */
  output(call: Call, hash: string): Promise<string | undefined>;
  exchanges(call: Call, id: string): Promise<{ session: Session; exchanges: readonly Exchange[] }>;
  /** Everything that was said, called and printed in a session. */
  texts(call: Call, id: string): Promise<string[]>;
  forget(
    call: Call,
    what: { session?: string | undefined; project?: string | undefined; sessions?: readonly string[] },
  ): Promise<RemovedCounts>;
  /** Drops a few of the sessions that are older, or more, than the person wants to keep; by when they ended, never by a file's time. */
  dropOld(tenant: string): Promise<RemovedCounts>;
  totals(call: Call): Promise<ArchiveTotals & { agents: { agent: string; sessions: number }[] }>;
  digest(call: Call, since: string, project: string | undefined): Promise<ProjectDigest[]>;
}

export interface SessionsDeps extends FileHistoryDeps {
  /** Removes what was derived from these sessions elsewhere; `texts` are all of theirs. */
  onForget?(tenant: string, ids: readonly string[], texts: readonly string[]): Promise<void>;
  /** Removes the bytes that deleted rows left. */
  eraseDeleted?(): Promise<boolean>;
  /** 0 keeps everything. */
  readonly retention: { readonly days: number; readonly megabytes: number };
}

const textsOfEvent = (event: SessionEvent): string[] =>
  event.kind === "call" ? [event.tool, ...textsIn(event.input)] : [event.text];

const maxTombstones = 100_000;
const droppedAtOnce = 20;
const nothingRemoved: RemovedCounts = { sessions: 0, exchanges: 0, events: 0 };
export function createSessions(deps: SessionsDeps): Sessions {
  const { store, exchanges, projectRegistry, ingest, runtime, retention } = deps;
  const sessions: Sessions = {
    ...createFileHistory(deps),

    async list(call, { project, before, limit }) {
      await catchUpForQuestion(ingest);
      const only = project === undefined ? undefined : await named(call, project);
      const rows = await store.list(
        call.tenant,
        { ...(only ? { project: only.id } : {}), ...(before ? { before: timeOf(before) } : {}) },
        limit,
      );
      return Promise.all(
        rows.map(async (one) => ({ ...one, name: await projectRegistry.nameOf(call.tenant, one.project) })),
      );
    },

    async find(call, id) {
      const exact = await store.find(call.tenant, id);
      if (exact) return exact;
      const near = id.length >= 4 ? await store.startingWith(call.tenant, id, 100) : [];
      // Sub-agents have the id of their session before their own.
      if (near[0] && near.every((one) => one === near[0] || one.id.startsWith(`${near[0]?.id}/`))) return near[0];
      const hint =
        near.length > 1 ? "Several sessions match: pass more characters of the id." : "Find ids with session_list.";
      throw new AppError("missing", `Session not found: ${id}.`, { hint });
    },

    async lastHere(call) {
      await catchUpForQuestion(ingest);
      const { id } = await projectRegistry.identify(call.tenant, call.folder);
      return (await store.list(call.tenant, { project: id }, 1))[0]?.id;
    },

    async turns(call, id) {
      await catchUpForQuestion(ingest);
      const session = await sessions.find(call, id);
      return { session, turns: intoTurns(await store.events(call.tenant, session.id)) };
    },

    output: (call, hash) => store.blob(call.tenant, hash),

    async exchanges(call, id) {
      await catchUpForQuestion(ingest);
      const session = await sessions.find(call, id);
      return { session, exchanges: await exchanges.ofSession(call.tenant, session.id) };
    },

    async texts({ tenant }, id) {
      const session = await store.find(tenant, id);
      const events = await store.events(tenant, id);
      const blobs = events.flatMap((event) => (event.kind === "result" && event.blob ? [event.blob] : []));
      const outputs = await Promise.all(blobs.map((hash) => store.blob(tenant, hash)));
      return [session?.title ?? "", ...events.flatMap(textsOfEvent), ...outputs.map((text) => text ?? "")];
    },

    async forget(call, { session, project, sessions: chosen }) {
      const ids = chosen ?? (session === undefined ? await idsOf(call, project ?? "") : await family(call, session));
      // The sessions go last: while they are there, an interrupted deletion can be repeated.
      const texts = await Promise.all(ids.map((id) => sessions.texts(call, id)));
      await deps.onForget?.(call.tenant, ids, texts.flat());
      const removed = await store.forget(call.tenant, ids, runtime.now().toISOString());
      await deps.eraseDeleted?.();
      return removed;
    },

    async dropOld(tenant) {
      const { days, megabytes } = retention;
      const before = daysBefore(runtime.now(), days);
      const old = days === 0 ? nothingRemoved : await store.dropBefore(tenant, before, droppedAtOnce);
      const more =
        megabytes === 0 ? nothingRemoved : await store.dropBeyond(tenant, megabytes * 1024 * 1024, droppedAtOnce);
      return {
        sessions: old.sessions + more.sessions,
        exchanges: old.exchanges + more.exchanges,
        events: old.events + more.events,
      };
    },

    async totals(call) {
      await catchUpForQuestion(ingest);
      return { ...(await store.totals(call.tenant)), agents: await store.perAgent(call.tenant) };
    },

    async digest(call, since, project) {
      await catchUpForQuestion(ingest);
      const only = project === undefined ? undefined : (await named(call, project)).id;
      const filter = { from: since, ...(only ? { project: only } : {}) };
      const recent = await exchanges.newest(call.tenant, filter, 2000);
      const projects = [...new Set(recent.map((one) => one.project))];
      return Promise.all(
        projects.map((id) =>
          digestOf(
            call,
            id,
            recent.filter((one) => one.project === id),
            since,
          ),
        ),
      );
    },
  };
  return sessions;

  async function named(call: Call, text: string) {
    const match = await projectRegistry.lookUp(call.tenant, text, call.folder);
    if (match) return match;
    const names = (await projectRegistry.list(call.tenant)).map(({ name }) => name);
    throw new AppError("missing", `Project not found: ${text}.`, {
      hint: names.length > 0 ? `Projects: ${names.slice(0, 20).join(", ")}.` : "No sessions are archived yet.",
    });
  }

  /** A session with the sub-agents it started. */
  async function family(call: Call, id: string): Promise<string[]> {
    const session = await sessions.find(call, id);
    const children = await store.startingWith(call.tenant, `${session.id}/`, 1000);
    return [session.id, ...children.map((one) => one.id)];
  }

  async function idsOf(call: Call, project: string): Promise<string[]> {
    const { id } = await named(call, project);
    return (await store.list(call.tenant, { project: id }, maxTombstones)).map((one) => one.id);
  }

  async function digestOf(
    call: Call,
    project: string,
    recentExchanges: readonly Exchange[],
    since: string,
  ): Promise<ProjectDigest> {
    const decisions = await exchanges.findings(call.tenant, "decision", { project }, 50);
    const lines = (outcomes: readonly string[]) =>
      recentExchanges
        .filter(({ outcome }) => outcomes.includes(outcome))
        .slice(0, maxDigestLines)
        .map((one) => ({ text: digestText(one), id: shortExchangeId(one) }));
    return {
      project: await projectRegistry.nameOf(call.tenant, project),
      sessions: new Set(recentExchanges.map(({ sessionId }) => sessionId)).size,
      done: lines(["solved"]),
      decided: decisions
        .filter(({ at }) => at >= since)
        .slice(0, maxDigestLines)
        .map(({ decision, sessionId, exchangeKey: key }) => ({
          text: opening(decision, maxDigestPart),
          id: shortExchangeId({ sessionId, key }),
        })),
      open: lines(["failed", "open"]),
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

function intoTurns(events: readonly SessionEvent[]): Turn[] {
  const turns: SessionEvent[][] = [];
  for (const event of events) {
    const current = turns.at(-1);
    if (event.kind === "prompt" || !current) turns.push([event]);
    else current.push(event);
  }
  return turns.map((one, i) => ({ turn: i + 1, events: one }));
}
