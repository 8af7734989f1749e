import { join, resolve } from "node:path";
import { AppError } from "../../base/errors.js";
import type { World } from "../../base/world.js";
import type { Checkouts } from "../../engine/checkouts.js";
import type { Files } from "../../engine/files.js";
import type { Exchange } from "../../store/archive/exchange.js";
import type { ExchangeStore } from "../../store/archive/exchange-store.js";
import type { SessionEvent } from "../../store/archive/session-event.js";
import type { ArchiveTotals, Removed, Session, SessionStore, Touch } from "../../store/archive/session-store.js";
import type { Call } from "../call.js";
import type { Identities } from "../identity/identities.js";
import { catchUpForQuestion } from "./archive.js";
import type { Ingest } from "./ingest.js";
import { exchangesThatWrote } from "./line-writers.js";

export interface Turn {
  /** Counted from 1. */
  readonly turn: number;
  readonly events: readonly SessionEvent[];
}

export interface FileUse extends Touch {
  readonly question: string;
  readonly outcome: string;
}

export interface Blame {
  readonly path: string;
  readonly commit: { readonly commit: string; readonly at: string; readonly subject: string } | undefined;
  /** The exchange that wrote the line; where none is known to have, the last that changed the file before the commit. */
  readonly by: FileUse | undefined;
  /** Whether an edit of that exchange holds the line. */
  readonly isCertain: boolean;
  readonly answer: string;
}

export interface ProjectDigest {
  readonly project: string;
  readonly sessions: number;
  readonly done: readonly string[];
  readonly decided: readonly string[];
  readonly open: readonly string[];
}

/** Sessions one by one: to list, read, trace and forget them. */
export interface Sessions {
  list(
    call: Call,
    query: { project?: string; before?: string; limit: number },
  ): Promise<(Session & { name: string })[]>;
  /** By id, or by the first characters of one. */
  find(call: Call, id: string): Promise<Session>;
  /** The last session of the project that the call is about. */
  lastHere(call: Call): Promise<string | undefined>;
  turns(call: Call, id: string): Promise<{ session: Session; turns: readonly Turn[] }>;
  /** The whole of an output that a turn shows in part. */
  output(call: Call, hash: string): Promise<string | undefined>;
  exchanges(call: Call, id: string): Promise<{ session: Session; exchanges: readonly Exchange[] }>;
  /** Exchanges that touched a file; of a line, those that wrote it as it is now. */
  fileHistory(call: Call, path: string, line: number | undefined, limit: number): Promise<FileUse[]>;
  blame(call: Call, path: string, line: number | undefined): Promise<Blame>;
  forget(call: Call, what: { session?: string; project?: string }): Promise<Removed>;
  /** Drops a few of the sessions that are older, or more, than the person wants to keep; by when they ended, never by a file's time. */
  dropOld(tenant: string): Promise<Removed>;
  totals(call: Call): Promise<ArchiveTotals & { agents: { agent: string; sessions: number }[] }>;
  digest(call: Call, since: string, project: string | undefined): Promise<ProjectDigest[]>;
}

export interface SessionsParts {
  readonly store: SessionStore;
  readonly exchanges: ExchangeStore;
  readonly identities: Identities;
  readonly ingest: Ingest;
  readonly checkouts: Checkouts;
  readonly files: Pick<Files, "read">;
  readonly world: World;
  /** Whoever was given something of these sessions takes it back. */
  onForget?(tenant: string, ids: readonly string[]): Promise<void>;
  /** 0 keeps everything. */
  readonly retention: { readonly days: number; readonly megabytes: number };
}

const mostForgotten = 100_000;
const mostTouches = 200;
/** Each has to be unpacked. */
const mostSessionsRead = 40;
const droppedAtOnce = 20;
const nothingRemoved: Removed = { sessions: 0, exchanges: 0, events: 0 };
/** A commit is made within this time after its last edit, or the edit was somebody else's. */
const mostHours = 24 * 14;

export function createSessions(parts: SessionsParts): Sessions {
  const { store, exchanges, identities, ingest, checkouts, world, retention } = parts;
  const sessions: Sessions = {
    async list(call, { project, before, limit }) {
      await catchUpForQuestion(ingest);
      const known = project === undefined ? undefined : await named(call, project);
      const found = await store.list(
        call.tenant,
        { ...(known ? { project: known.id } : {}), ...(before ? { before } : {}) },
        limit,
      );
      return Promise.all(
        found.map(async (one) => ({ ...one, name: await identities.nameOf(call.tenant, one.project) })),
      );
    },

    async find(call, id) {
      const exact = await store.find(call.tenant, id);
      if (exact) return exact;
      const near = id.length >= 4 ? await store.startingWith(call.tenant, id, 2) : [];
      if (near[0] && near.length === 1) return near[0];
      const hint =
        near.length > 1 ? "Several begin so: give more characters." : "`session_list` names those there are.";
      throw new AppError("missing", `There is no session ${id}.`, { hint });
    },

    async lastHere(call) {
      await catchUpForQuestion(ingest);
      const { id } = await identities.identify(call.tenant, call.folder);
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

    async fileHistory(call, path, line, limit) {
      await catchUpForQuestion(ingest);
      const place = await placeOf(call, path);
      const touches = await store.touches(call.tenant, place.id, place.path, line === undefined ? limit : mostTouches);
      const chosen = line === undefined ? touches : await thatWrote(call, touches, place, line, limit);
      return Promise.all(chosen.map((touch) => withQuestion(call, touch)));
    },

    async blame(call, path, line) {
      await catchUpForQuestion(ingest);
      const place = await placeOf(call, path);
      const { id, root, path: kept } = place;
      const commit = await checkouts.lastChange(root, kept, line);
      const until = commit?.at ?? world.now().toISOString();
      const changes = (await store.touches(call.tenant, id, kept, mostTouches)).filter(
        ({ how, at }) => how === "changed" && at <= until,
      );
      const [writer] = line === undefined ? [] : await thatWrote(call, changes, place, line, 1);
      const last = writer ?? changes[0];
      const isNear = writer || (last && Date.parse(until) - Date.parse(last.at) <= mostHours * 3_600_000);
      const by = isNear && last ? await withQuestion(call, last) : undefined;
      const asked = by && (await exchangeOf(call, by));
      const answer = asked?.solution.outcome || asked?.solution.approach || "";
      return { path: kept, commit, by, isCertain: writer !== undefined, answer };
    },

    async forget(call, { session, project }) {
      const ids = session === undefined ? await idsOf(call, project ?? "") : await family(call, session);
      const removed = await store.forget(call.tenant, ids, world.now().toISOString());
      await parts.onForget?.(call.tenant, ids);
      return removed;
    },

    async dropOld(tenant) {
      const { days, megabytes } = retention;
      const before = new Date(world.now().getTime() - days * 86_400_000).toISOString();
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
    const known = await identities.lookUp(call.tenant, text, call.folder);
    if (known) return known;
    const names = (await identities.list(call.tenant)).map(({ name }) => name);
    throw new AppError("missing", `No project ${text} is known.`, {
      hint: names.length > 0 ? `Known are: ${names.slice(0, 20).join(", ")}.` : "No session has been archived yet.",
    });
  }

  async function placeOf(call: Call, path: string) {
    const { id, root } = await identities.identify(call.tenant, call.folder);
    const whole = resolve(call.folder, path);
    const kept = whole.startsWith(`${root}/`) ? whole.slice(root.length + 1) : path;
    return { id, root, path: kept.replaceAll("\\", "/").replace(/^\.\//, "") };
  }

  /** Of exchanges that changed a file, those whose edits hold the line as it stands there now. */
  async function thatWrote(
    call: Call,
    touches: readonly Touch[],
    { root, path }: { root: string; path: string },
    line: number,
    most: number,
  ): Promise<Touch[]> {
    const text = (await parts.files.read(join(root, path)))?.split("\n")[line - 1] ?? "";
    const written = new Map<string, string[]>();
    const found: Touch[] = [];
    for (const touch of touches.filter(({ how }) => how === "changed")) {
      const keys =
        written.get(touch.sessionId) ??
        exchangesThatWrote(await store.events(call.tenant, touch.sessionId), path, text);
      written.set(touch.sessionId, keys);
      if (keys.includes(touch.exchangeKey)) found.push(touch);
      if (found.length === most || written.size >= mostSessionsRead) break;
    }
    return found;
  }

  async function exchangeOf(call: Call, { sessionId, exchangeKey }: Touch): Promise<Exchange | undefined> {
    return (await exchanges.ofSession(call.tenant, sessionId)).find(({ key }) => key === exchangeKey);
  }

  async function withQuestion(call: Call, touch: Touch): Promise<FileUse> {
    const exchange = await exchangeOf(call, touch);
    return { ...touch, question: exchange?.question.slice(0, 400) ?? "", outcome: exchange?.outcome ?? "" };
  }

  /** A session with the sub-agents it started. */
  async function family(call: Call, id: string): Promise<string[]> {
    const session = await sessions.find(call, id);
    const children = await store.startingWith(call.tenant, `${session.id}/`, 1000);
    return [session.id, ...children.map((one) => one.id)];
  }

  async function idsOf(call: Call, project: string): Promise<string[]> {
    const { id } = await named(call, project);
    return (await store.list(call.tenant, { project: id }, mostForgotten)).map((one) => one.id);
  }

  async function digestOf(
    call: Call,
    project: string,
    asked: readonly Exchange[],
    since: string,
  ): Promise<ProjectDigest> {
    const decisions = await exchanges.findings(call.tenant, "decision", { project }, 50);
    const lines = (outcomes: readonly string[]) =>
      asked
        .filter(({ outcome }) => outcomes.includes(outcome))
        .map(({ question }) => question.replace(/\s+/g, " ").slice(0, 160))
        .slice(0, 20);
    return {
      project: await identities.nameOf(call.tenant, project),
      sessions: new Set(asked.map(({ sessionId }) => sessionId)).size,
      done: lines(["solved"]),
      decided: decisions
        .filter(({ at }) => at >= since)
        .map(({ decision }) => decision.slice(0, 160))
        .slice(0, 20),
      open: lines(["failed", "open"]),
    };
  }
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
