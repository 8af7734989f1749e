import { textsIn } from "../../base/json.js";
import type { RunStore } from "../../store/bridge/run-store.js";
import type { CheckpointStore } from "../../store/memory/checkpoint-store.js";
import type { App } from "../app.js";
import type { Call } from "../call.js";
import { mentionsPerson } from "../memory/remove-person.js";
import type { RecordSource, StoredRecord } from "./stored-record.js";
import { writtenInCheckpoint, writtenInFix, writtenInMemory, writtenInRun } from "./written-texts.js";

type Deps = Pick<App, "sessions" | "memories" | "remediations" | "bridge"> & {
  readonly checkpoints: CheckpointStore;
  readonly runs: RunStore;
  /** Removes what is left of deleted texts. */
  eraseCopies(tenant: string, texts: readonly string[]): Promise<void>;
};

const pageSize = 500;
const maxSessions = 1_000_000;

/** The records of each family, to purge and to export them. Sessions are last: they take what derives from them along. */
export const recordSourcesOf = (deps: Deps): RecordSource[] => [
  memorySource(deps),
  fixSource(deps),
  checkpointSource(deps),
  runSource(deps),
  sessionSource(deps),
];

function sessionSource({ sessions }: Deps): RecordSource {
  return {
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
  };
}

function memorySource({ memories }: Deps): RecordSource {
  return {
    kind: "memory",
    async *records(call) {
      for (let offset = 0; ; offset += pageSize) {
        const page = await memories.list(call, { limit: pageSize, offset });
        for (const memory of page.memories) {
          const { id, project, author, updatedAt } = memory;
          const mentions = (person: string) => mentionsPerson(memory, person);
          const text = textOf(writtenInMemory(memory));
          yield { id, projects: [project], people: [author], mentions, at: updatedAt, text, value: memory };
        }
        if (page.memories.length < pageSize) return;
      }
    },
    async remove(call, ids, person) {
      if (person !== undefined) return (await memories.forgetOf(call, person, ids)).forgotten;
      await memories.forgetAll(call, ids);
      return ids.length;
    },
    removeMentions: (call, ids, person) => memories.removeMentions(call, person, ids),
  };
}

function fixSource({ remediations }: Deps): RecordSource {
  return {
    kind: "fix",
    async *records(call) {
      for (let offset = 0; ; offset += pageSize) {
        const page = await remediations.list(call, {}, { limit: pageSize, offset });
        for (const fix of page.remediations) {
          const { id, project, author, owner, updatedAt } = fix;
          const people = [author, ...personOf(owner, call)];
          yield { id, projects: [project], people, at: updatedAt, text: textOf(writtenInFix(fix)), value: fix };
        }
        if (page.remediations.length < pageSize) return;
      }
    },
    async remove(call, ids) {
      await remediations.forget(call, ids);
      return ids.length;
    },
  };
}

function checkpointSource({ checkpoints, eraseCopies }: Deps): RecordSource {
  return {
    kind: "checkpoint",
    async *records(call) {
      for await (const { owner, checkpoint } of checkpoints.all(call.tenant)) {
        const { id, project, author, createdAt } = checkpoint;
        const projects = [project];
        yield {
          id: `${owner}/${id}`,
          projects,
          people: [author, ...personOf(owner, call)],
          at: createdAt,
          text: textOf(writtenInCheckpoint(checkpoint)),
          value: checkpoint,
        };
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
  };
}

function runSource({ runs, bridge }: Deps): RecordSource {
  return {
    kind: "run",
    async *records({ tenant }) {
      for (let offset = 0; ; offset += pageSize) {
        const page = await runs.list(tenant, { limit: pageSize, offset });
        for (const run of page)
          yield {
            id: run.id,
            projects: [run.project, run.path],
            people: [run.caller],
            at: run.startedAt,
            text: textOf(writtenInRun(run)),
            value: run,
          };
        if (page.length < pageSize) return;
      }
    },
    async remove(call, ids) {
      await bridge.storage.clear(call, { cache: false, runs: ids });
      return ids.length;
    },
  };
}

/** On a machine, the owner is its git user; on a service, it is the tenant, which a person's name may equal. */
const personOf = (owner: string, { tenant }: Call): string[] => (owner === tenant ? [] : [owner]);

const textOf =
  (written: unknown): StoredRecord["text"] =>
  async () =>
    textsIn(written).join("\n");
