import { parseJson, textsIn } from "../../base/json.js";
import type { Run, RunStore } from "../../store/bridge/run-store.js";
import type { Checkpoint, CheckpointStore } from "../../store/memory/checkpoint-store.js";
import { sessionOfEvidence } from "../../store/memory/forget-session.js";
import type { Memory } from "../../store/memory/memory.js";
import type { Remediation } from "../../store/memory/remediation.js";
import type { App } from "../app.js";
import type { Call } from "../call.js";
import { mentionsPerson } from "../memory/remove-person.js";

/** What kinds of records a person can purge or export. */
export type RecordKind = "session" | "memory" | "fix" | "checkpoint" | "run";

/** A record of any family, as far as selecting it needs. */
export interface StoredRecord {
  readonly id: string;
  /** Every name of its project. */
  readonly projects: readonly string[];
  /** Who wrote it; empty where that is not recorded. */
  readonly people: readonly string[];
  /** Whether it names the person, who did not write it. */
  mentions?(person: string): boolean;
  /** When it was last changed, in ISO form. */
  readonly at: string;
  /** Read only if the selection is by text. */
  text(): Promise<string>;
  /** The whole record, for an export. */
  readonly value: unknown;
}

/** The records of one kind. */
export interface RecordSource {
  readonly kind: RecordKind;
  /** Its records name no person, so none are read for one. */
  readonly isAnonymous?: true;
  records(call: Call): AsyncIterable<StoredRecord>;
  /**
   * Deletes them with everything derived from them and returns how many it deleted; of a person, what others recorded
   * too stays, without the person's name.
   */
  remove(call: Call, ids: readonly string[], person?: string): Promise<number>;
  /** Removes a person's name from records of others. */
  removeMentions?(call: Call, ids: readonly string[], person: string): Promise<void>;
}

type Deps = Pick<App, "sessions" | "memories" | "remediations" | "bridge"> & {
  readonly checkpoints: CheckpointStore;
  readonly runs: RunStore;
  /** Removes what is left of deleted texts. */
  eraseCopies(tenant: string, texts: readonly string[]): Promise<void>;
};

const pageSize = 500;
const maxSessions = 1_000_000;

async function* everyPage<T>(list: (page: { limit: number; offset: number }) => Promise<readonly T[]>) {
  for (let offset = 0; ; offset += pageSize) {
    const page = await list({ limit: pageSize, offset });
    yield* page;
    if (page.length < pageSize) return;
  }
}

/** The records of each family, to purge and to export them. Sessions are last: they take what derives from them along. */
export const recordSourcesOf = (deps: Deps): RecordSource[] => [
  memorySource(deps),
  fixSource(deps),
  checkpointSource(deps),
  runSource(deps),
  sessionSource(deps),
];

const sessionSource = ({ sessions }: Deps): RecordSource => ({
  kind: "session",
  isAnonymous: true,
  async *records(call) {
    for (const session of await sessions.list(call, { limit: maxSessions })) {
      const { id, project, name, folder, endedAt } = session;
      const text = async () => (await sessions.texts(call, id)).join("\n");
      yield { id, projects: [project, name, folder], people: [], at: endedAt, text, value: session };
    }
  },
  async remove(call, ids) {
    await sessions.forget(call, { sessions: ids });
    return ids.length;
  },
});

const memorySource = ({ memories }: Deps): RecordSource => ({
  kind: "memory",
  async *records(call) {
    for await (const memory of everyPage(async (page) => (await memories.list(call, page)).memories)) {
      const { id, project, author, updatedAt } = memory;
      const mentions = (person: string) => mentionsPerson(memory, person);
      const text = textOf(writtenInMemory(memory));
      yield { id, projects: [project], people: [author], mentions, at: updatedAt, text, value: memory };
    }
  },
  async remove(call, ids, person) {
    if (person !== undefined) return (await memories.forgetOf(call, person, ids)).forgotten;
    await memories.forgetAll(call, ids);
    return ids.length;
  },
  removeMentions: (call, ids, person) => memories.removeMentions(call, person, ids),
});

const fixSource = ({ remediations }: Deps): RecordSource => ({
  kind: "fix",
  async *records(call) {
    for await (const fix of everyPage(async (page) => (await remediations.list(call, {}, page)).remediations)) {
      const { id, project, author, owner, updatedAt } = fix;
      const people = [author, ...personOf(owner, call)];
      yield { id, projects: [project], people, at: updatedAt, text: textOf(writtenInFix(fix)), value: fix };
    }
  },
  async remove(call, ids) {
    await remediations.forget(call, ids);
    return ids.length;
  },
});

const checkpointSource = ({ checkpoints, eraseCopies }: Deps): RecordSource => ({
  kind: "checkpoint",
  async *records(call) {
    for await (const { owner, checkpoint } of checkpoints.all(call.tenant)) {
      const { id, project, author, createdAt } = checkpoint;
      const people = [author, ...personOf(owner, call)];
      const text = textOf(writtenInCheckpoint(checkpoint));
      yield { id: `${owner}/${id}`, projects: [project], people, at: createdAt, text, value: checkpoint };
    }
  },
  async remove({ tenant }, ids) {
    const texts: string[] = [];
    for (const one of ids) {
      const at = one.lastIndexOf("/");
      const key = { tenant, owner: one.slice(0, at) };
      texts.push(JSON.stringify(await checkpoints.get(key, one.slice(at + 1))));
      await checkpoints.remove(key, one.slice(at + 1));
    }
    await eraseCopies(tenant, texts);
    return ids.length;
  },
});

const runSource = ({ runs, bridge }: Deps): RecordSource => ({
  kind: "run",
  async *records({ tenant }) {
    for await (const run of everyPage((page) => runs.list(tenant, page))) {
      const { id, project, path, caller, startedAt } = run;
      const text = textOf(writtenInRun(run));
      yield { id, projects: [project, path], people: [caller], at: startedAt, text, value: run };
    }
  },
  async remove(call, ids) {
    await bridge.storage.clear(call, { cache: false, runs: ids });
    return ids.length;
  },
});

/** On a machine, the owner is its git user; on a service, it is the tenant, which a person's name may equal. */
const personOf = (owner: string, { tenant }: Call): string[] => (owner === tenant ? [] : [owner]);

const textOf =
  (written: unknown): StoredRecord["text"] =>
  async () =>
    textsIn(written).join("\n");

// What someone wrote in a record. Ids, times, states and the names of fields are left out: a purge of what contains
// "solution" must not delete every fix.

const writtenInMemory = ({ title, content, reason, tags, anchors, evidence, guards }: Memory): unknown => [
  [title, content, reason, tags],
  anchors.map(({ name }) => name),
  evidence.map((one) => [one.title, one.quote, sessionOfEvidence(one) === undefined ? one.from : ""]),
  (guards ?? []).map(({ state, effect, ...form }) => form),
];

const writtenInFix = (fix: Remediation): unknown => {
  const { title, problem, symptoms, rootCause, solution, failedAttempts, verifiedBy } = fix;
  const { codeDiff, affectedFiles, tags, fingerprint } = fix;
  return [
    [title, problem, symptoms, rootCause, solution, failedAttempts, verifiedBy],
    [codeDiff, affectedFiles, tags, fingerprint],
  ];
};

const writtenInCheckpoint = ({ name, description, summary, context, fullState, metadata }: Checkpoint): unknown => [
  [name, description, summary, context, fullState, metadata],
  Object.keys(metadata),
];

const writtenInRun = ({ request, error, answer, branch }: Run): unknown => [
  [request, error, branch],
  parseJson(answer ?? "") ?? answer,
];
