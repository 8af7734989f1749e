import { sha256 } from "../../base/sha256.js";
import type { Host } from "../../engine/host.js";
import type { MachineLogs } from "../../engine/machine-logs.js";
import { deriveFrom, seal, unseal } from "../../engine/seal.js";
import type { Sql, SqlSession } from "../../engine/sql.js";
import { type AnyRecord, type RecordTables, type SyncedKind, syncedKinds } from "../../store/machines/record-tables.js";
import type { Segment, SyncedRecord, SyncedStore } from "../../store/machines/synced-store.js";
import type { Evidence } from "../../store/memory/memory.js";
import { portableRecords, shapes, timeOf } from "./record-kinds.js";
import type { KnownState, Version } from "./record-state.js";
import { digestOf, goneState, itemKey, joinInto, merge, observe, seenIn } from "./record-state.js";

/** A version of a record, as a log has it. */
type Entry = Version & { readonly kind: SyncedKind; readonly id: string };

type RecordName = Pick<Entry, "kind" | "id">;

/** A record as this machine has it. */
interface Local {
  readonly record?: AnyRecord | undefined;
  readonly known: KnownState | undefined;
  readonly isSent: boolean;
}

interface Deps {
  readonly sql: Sql;
  readonly tables: RecordTables;
  readonly store: SyncedStore;
  readonly logs: MachineLogs;
  readonly key: Uint8Array;
  readonly machine: string;
  /** Other machines show its name. */
  readonly host: Pick<Host, "name" | "home">;
  readonly tenant: string;
  now(): string;
  /** Removes copies of texts, before the records that have them are deleted: then an interrupted deletion can be repeated. */
  removeCopies(texts: readonly string[]): Promise<void>;
  forgetSessions(ids: readonly string[]): Promise<void>;
}

/** Few enough that a transaction is short, and that little is written again when one of them is forgotten. */
const entriesPerSegment = 200;
/** More are joined, so that a log stays a handful of files. */
const maxSegments = 64;

/** The name under which a key's logs lie; it says nothing about the key. */
export const spaceOf = (key: Uint8Array): string => deriveFrom(key, "", "throughline space", 16).toString("hex");

const nameOf = (bytes: Uint8Array): string => sha256(bytes).slice(0, 32);
const keyOf = ({ kind, id }: RecordName): string => `${kind} ${id}`;
const contentOf = ({ state, fields }: Version): string =>
  JSON.stringify([state.times, state.counts, state.removed, fields]);

function* inGroups<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += entriesPerSegment) yield items.slice(at, at + entriesPerSegment);
}

/** Notes what changed here, takes in what others wrote, and appends what they do not know to this machine's log. */
export async function syncRecords(deps: Deps) {
  const { sql, tables, store, logs, key, machine: own, tenant } = deps;
  const host = deps.host.name;
  const { toFields, toRecord } = portableRecords(deps.host.home);
  const plain = (session: SqlSession) => session.plain ?? session;
  const place = (machine: string) => `${spaceOf(key)}/${machine}`;
  const digest = ({ kind }: RecordName, record: AnyRecord) => digestOf(shapes[kind], toFields(record));
  const versionOf = (known: KnownState, record: AnyRecord | undefined): Version => ({
    state: known,
    fields: known.isGone || !record ? undefined : toFields(record),
  });

  /** With what this machine changed since the last look. */
  async function readLocal(session: SqlSession, name: RecordName): Promise<Local> {
    const record = await tables.read(session, name.kind, tenant, name.id);
    const row = await store.get(plain(session), tenant, name);
    const known = row && (JSON.parse(row.state) as KnownState);
    const isSent = row?.isSent ?? true;
    if (known?.isGone) return { record, known, isSent };
    if (!record) return { known: known && goneState(), isSent: isSent && !known };
    if (row?.digest === digest(name, record)) return { record, known, isSent };
    const change = { machine: own, at: timeOf(record) };
    return { record, known: observe(shapes[name.kind], known, toFields(record), change), isSent: false };
  }

  async function putKnown(session: SqlSession, name: RecordName, { record, known, isSent }: Local): Promise<void> {
    const { kind, id } = name;
    const now = known?.isGone || !record ? "" : digest(name, record);
    await store.put(plain(session), tenant, { kind, id, digest: now, state: JSON.stringify(known), isSent });
  }

  async function observeAll(): Promise<void> {
    for (const kind of syncedKinds) {
      const digests = await store.digests(tenant, kind);
      const changed: string[] = [];
      for await (const record of tables.all(kind, tenant)) {
        if (digests.get(record.id) !== digest({ kind, id: record.id }, record)) changed.push(record.id);
        digests.delete(record.id);
      }
      const deleted = [...digests].filter(([, before]) => before !== "").map(([id]) => id);
      for (const ids of inGroups([...changed, ...deleted]))
        await sql.transaction(async (session) => {
          for (const id of ids) {
            const local = await readLocal(session, { kind, id });
            if (local.known?.isGone && local.record) await tables.remove(session, kind, tenant, local.record);
            if (local.known) await putKnown(session, { kind, id }, local);
          }
        });
    }
  }

  async function putVersion(session: SqlSession, entry: Entry, isSent: boolean): Promise<void> {
    const { kind, id, state, fields = {} } = entry;
    const { times, counts, removed } = state;
    await tables.put(session, kind, tenant, toRecord(id, fields));
    // As it is stored: what a rule removes as a secret is not a change of this machine.
    const record = await tables.read(session, kind, tenant, id);
    const seen = seenIn(shapes[kind], record ? toFields(record) : fields);
    await putKnown(session, { kind, id }, { record, known: { times, counts, removed, seen }, isSent });
  }

  /** The record gets the feedback of another one that says the same. */
  async function join(session: SqlSession, name: RecordName, other: Entry): Promise<void> {
    const { known, record } = await readLocal(session, name);
    if (!known || known.isGone || !record) return;
    const joined = joinInto(shapes[name.kind], versionOf(known, record), other, other.id);
    await putVersion(session, { ...name, ...joined }, false);
  }

  /** Two machines may record the same text: the record with the smaller id survives. */
  async function joinTwin(session: SqlSession, { kind, id }: RecordName): Promise<void> {
    const record = await tables.read(session, kind, tenant, id);
    const twin = record && (await tables.twin(session, kind, tenant, record));
    if (!record || !twin) return;
    const [kept, dropped] = record.id < twin.id ? [record, twin] : [twin, record];
    const name = { kind, id: dropped.id };
    const { known } = await readLocal(session, name);
    if (!known) return;
    await tables.remove(session, kind, tenant, dropped);
    await putKnown(session, name, { known: goneState(kept.id), isSent: false });
    await join(session, { kind, id: kept.id }, { ...name, ...versionOf(known, dropped) });
  }

  async function receive(session: SqlSession, entry: Entry): Promise<void> {
    const { kind, id } = entry;
    const local = await readLocal(session, entry);
    const ours = local.known && versionOf(local.known, local.record);
    const merged = ours ? merge(shapes[kind], ours, entry) : entry;
    if (merged.fields) {
      // Sent again where this machine's log may have something that was removed: it is rewritten then.
      const { removed } = merged.state;
      const removedHere = ours?.state.removed.length ?? 0;
      const isRewritten = ours !== undefined && removed.length > removedHere;
      const isSent = !isRewritten && (local.isSent || (removedHere === 0 && contentOf(merged) === contentOf(entry)));
      await putVersion(session, { kind, id, ...merged }, isSent);
      const memory = isRewritten ? await tables.read(session, "memory", tenant, id) : undefined;
      if (memory) await keepEvidence(session, memory, (one) => !removed.includes(itemKey(one)));
      return joinTwin(session, entry);
    }
    if (local.record) await tables.remove(session, kind, tenant, local.record);
    const { into } = merged.state;
    // Whatever this machine's log has of it must go too.
    const isSent = !ours || (ours.fields === undefined && local.isSent);
    await putKnown(session, entry, { known: goneState(into), isSent });
    for (const version of [ours, entry])
      if (into && version?.fields) await join(session, { kind, id: into }, { kind, id, ...version });
  }

  /** Later versions repeat the evidence of a memory. `titles` are those of the versions up to the one that has it. */
  async function keepEvidence(
    session: SqlSession,
    memory: AnyRecord,
    isKept: (one: Evidence, titles: readonly unknown[]) => boolean,
  ): Promise<void> {
    const seen = new Set([memory.id]);
    const all = [{ version: memory, titles: [memory.title] }];
    // The list grows during the loop.
    for (const { version, titles } of all) {
      const before = version.evidence as readonly Evidence[];
      const kept = before.filter((one) => isKept(one, titles));
      const own = { at: version.createdAt, author: version.author, title: version.title };
      const evidence = kept.length > 0 ? kept : [own];
      if (kept.length < before.length) await tables.put(session, "memory", tenant, { ...version, evidence });
      for (const next of await tables.successors(session, tenant, version))
        if (!seen.has(next.id) && seen.add(next.id)) all.push({ version: next, titles: [...titles, next.title] });
    }
  }

  async function readSegment(machine: string, name: string) {
    const [bytes] = await logs.read(machine, [name]);
    const text = bytes && nameOf(bytes) === name ? unseal(key, place(machine), bytes) : undefined;
    if (text === undefined) return undefined;
    const segment = JSON.parse(text) as { host: string; at: string; entries: Entry[] };
    // Kinds of a later version are not for this one.
    const entries = segment.entries.filter(({ kind }) => syncedKinds.includes(kind));
    return { machine, name, host: segment.host, at: segment.at, entries };
  }

  /** Removes copies of the records here that the entries delete. */
  async function removeCopiesOf(entries: readonly Entry[]): Promise<void> {
    const gone = entries.filter(({ fields }) => !fields);
    const records = await Promise.all(gone.map(({ kind, id }) => tables.read(sql, kind, tenant, id)));
    const texts = records.flatMap((one) => (one ? [JSON.stringify(one)] : []));
    if (texts.length > 0) await deps.removeCopies(texts);
  }

  /**
   * Returns also segments that delete something, which count as read when the bytes are erased; and how many are
   * incomplete or were written with another key: they are tried again.
   */
  async function receiveAll(listed: ReadonlyMap<string, readonly string[]>) {
    const read = new Set((await store.segments(tenant)).map(({ machine, name }) => `${machine}/${name}`));
    const deleting: Segment[] = [];
    let [received, unreadable] = [0, 0];
    for (const [machine, names] of listed)
      for (const name of names.filter((one) => !read.has(`${machine}/${one}`))) {
        const segment = await readSegment(machine, name);
        if (!segment) {
          unreadable++;
          continue;
        }
        const { entries } = segment;
        const isDeleting = entries.some(({ fields, state }) => !fields || state.removed.length > 0);
        await removeCopiesOf(entries);
        await sql.transaction(async (session) => {
          for (const entry of entries) await receive(session, entry);
          if (!isDeleting) await store.putSegment(plain(session), tenant, segment);
        });
        if (isDeleting) deleting.push(segment);
        received += machine === own ? 0 : entries.length;
      }
    return { received, unreadable, deleting };
  }

  /** What was forgotten elsewhere and exists here under another id, or was archived here. */
  async function forgetSameTexts(): Promise<void> {
    const memories = await tables.forgottenMemories(tenant);
    if (memories.length > 0) await deps.removeCopies(memories.map((memory) => JSON.stringify(memory)));
    const heirs = await tables.heirs(tenant);
    await sql.transaction(async (session) => {
      for (const memory of memories) {
        await tables.remove(session, "memory", tenant, memory);
        await putKnown(session, { kind: "memory", id: memory.id }, { known: goneState(), isSent: false });
      }
      // What replaced a forgotten memory, with all later versions, keeps only the evidence of their own texts.
      for (const heir of heirs) await keepEvidence(session, heir, ({ title }, titles) => titles.includes(title));
    });
    const sessions = await tables.forgottenSessions(tenant);
    if (sessions.length > 0) await deps.forgetSessions(sessions);
  }

  /** Undefined when the record was changed since it was looked at: then it is sent the next time. */
  async function entryOf(one: SyncedRecord): Promise<Entry | undefined> {
    const { seen: _, ...state } = JSON.parse(one.state) as KnownState;
    if (one.digest === "") return { kind: one.kind, id: one.id, state };
    const record = await tables.read(sql, one.kind, tenant, one.id);
    if (!record || digest(one, record) !== one.digest) return undefined;
    return { kind: one.kind, id: one.id, state, fields: toFields(record) };
  }

  /** Own segments that have something deleted, or are many and small: what else they have is sent again. */
  async function dropSegments(names: readonly string[], purged: ReadonlySet<string>): Promise<string[]> {
    const dropped: string[] = [];
    if (purged.size === 0 && names.length <= maxSegments) return dropped;
    for (const name of names) {
      const { entries = [] } = (await readSegment(own, name)) ?? {};
      const isSmall = names.length > maxSegments && entries.length < entriesPerSegment / 2;
      if (!isSmall && !entries.some((entry) => entry.fields && purged.has(keyOf(entry)))) continue;
      dropped.push(name);
      await store.markUnsent(tenant, entries);
    }
    return dropped;
  }

  async function sendAll(names: readonly string[]) {
    const changed = await store.unsent(tenant);
    const hasRemoved = ({ state }: SyncedRecord) => (JSON.parse(state) as KnownState).removed.length > 0;
    const purged = new Set(changed.filter((one) => one.digest === "" || hasRemoved(one)).map(keyOf));
    const dropped = await dropSegments(names, purged);
    const waiting = dropped.length > 0 ? await store.unsent(tenant) : changed;
    const [sent, added, at] = [[] as SyncedRecord[], new Map<string, Uint8Array>(), deps.now()];
    // A machine with nothing to say is known by an empty segment.
    for (const group of waiting.length > 0 ? inGroups(waiting) : names.length > 0 ? [] : [[]]) {
      const entries = await Promise.all(group.map(entryOf));
      sent.push(...group.filter((_, i) => entries[i]));
      const bytes = seal(key, place(own), JSON.stringify({ host, at, entries: entries.filter(Boolean) }));
      added.set(nameOf(bytes), bytes);
    }
    if (added.size > 0) await logs.change(own, added, dropped);
    for (const name of added.keys()) await store.putSegment(sql, tenant, { machine: own, name, host, at });
    return { changes: changed.length, sent, hasDeleted: purged.size > 0 };
  }

  const listed = await logs.list();
  await observeAll();
  const { received, unreadable, deleting } = await receiveAll(listed);
  await forgetSameTexts();
  const { changes, sent, hasDeleted } = await sendAll(listed.get(own) ?? []);
  // Before anything counts as done: an interrupted sync repeats what led to a deletion.
  if (hasDeleted || deleting.length > 0) {
    await sql.eraseDeleted();
    await logs.eraseRemoved();
  }
  for (const segment of deleting) await store.putSegment(sql, tenant, segment);
  await store.markSent(tenant, sent);
  return { sent: changes, received, unreadable };
}
