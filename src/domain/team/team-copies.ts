import type { Runtime } from "../../base/runtime.js";
import type { SharedKind } from "../../base/service-settings.js";
import type { RemoteAnswer } from "../../engine/remote-tools.js";
import type { CopiedRecord, CopyStore, RemoteCopy } from "../../store/remote/copy-store.js";

interface Deps {
  readonly store: CopyStore;
  readonly runtime: Runtime;
  /** Stands for the address and the token. */
  readonly service: string;
  /** Maximum records of one kind and project; 0 means no copies. */
  readonly maxRecords: number;
  redact<T>(value: T): T;
  /** Calls a tool of the service. */
  ask(tool: string, input: CopiedRecord): Promise<RemoteAnswer>;
  /** Reads a list of the service's page. */
  list(path: string): Promise<RemoteAnswer>;
}

/** What others delete or change on the service leaves the copy at the first contact after this time. */
const maxAgeMs = 5 * 60_000;
/** Projects that were used last, and the fixes. */
const maxCopies = 21;
/** Of one kind and project, in characters of JSON. */
const maxChars = 2_000_000;

/** Copies of the team's memories and fixes on this machine, for the time when the service is unreachable. */
export function createTeamCopies({ store, runtime, service, maxRecords, redact, ask, list }: Deps) {
  const fetchers: Partial<Record<SharedKind, (project: string) => Promise<readonly CopiedRecord[] | undefined>>> = {
    memories: async (project) =>
      recordsIn(await ask("memory_list", { project_id: project, limit: maxRecords }), "memories"),
    remediations: async () =>
      recordsIn(await list(`/api/remediations?limit=${maxRecords}`), "remediations")?.map(toFix),
  };
  /** Fixes of all projects are one copy: most are for the whole tenant. */
  const partOf = (kind: SharedKind, project: string) => (kind === "memories" ? project : "");
  const put = (tenant: string, copy: RemoteCopy) =>
    store.put(tenant, service, { ...copy, records: redact(upToChars(copy.records)) }, maxCopies);

  return {
    /** Copies the newest records of a project, unless that was done some minutes ago. */
    async refresh(tenant: string, kind: SharedKind, project: string): Promise<void> {
      if (maxRecords === 0) return store.clear(tenant);
      const part = partOf(kind, project);
      const nowMs = runtime.now().getTime();
      const copiedAt = await store.copiedAt(tenant, service, kind, part);
      if (copiedAt !== undefined && nowMs - Date.parse(copiedAt) < maxAgeMs) return;
      const records = await fetchers[kind]?.(part);
      if (records) await put(tenant, { kind, project: part, copiedAt: new Date(nowMs).toISOString(), records });
    },

    read: (tenant: string, kind: SharedKind, project: string) =>
      store.get(tenant, service, kind, partOf(kind, project)),
    list: (tenant: string) => store.list(tenant, service),

    /** Deletes one record from every copy: it was forgotten. */
    async withdraw(tenant: string, id: string): Promise<void> {
      for (const copy of await store.list(tenant, service)) {
        const records = copy.records.filter((record) => record.id !== id);
        if (records.length < copy.records.length) await put(tenant, { ...copy, records });
      }
    },

    clear: store.clear,
  };
}

function recordsIn(answer: RemoteAnswer, name: string): readonly CopiedRecord[] | undefined {
  const records = answer.kind === "answered" ? (answer.answer as CopiedRecord)[name] : undefined;
  return Array.isArray(records) ? records : undefined;
}

/** The page's form of a fix as the tools' answers have it, with the project that it is for. */
const toFix = (row: CopiedRecord): CopiedRecord => {
  const { id, title, problem, solution, category, confidence, scope, project, rootCause, usageCount } = row;
  const failed = Array.isArray(row.failedAttempts) ? row.failedAttempts : [];
  const fix = { id, title, problem, root_cause: rootCause, solution, category, confidence };
  const attempts = failed.length > 0 ? { failed_attempts: failed } : {};
  const proof = row.verifiedBy ? { verified_by: row.verifiedBy } : {};
  return { ...fix, usage_count: usageCount, scope, project, ...attempts, ...proof };
};

function upToChars(records: readonly CopiedRecord[]): readonly CopiedRecord[] {
  let chars = 0;
  const end = records.findIndex((record) => {
    chars += JSON.stringify(record).length;
    return chars > maxChars;
  });
  return end < 0 ? records : records.slice(0, end);
}
