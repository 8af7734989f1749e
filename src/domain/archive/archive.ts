import { laterOf } from "../../base/days.js";
import type { PatternKind } from "../../store/archive/exchange.js";
import type { Call } from "../call.js";
import type { ArchiveParts } from "./archive-parts.js";
import { decay } from "./query/find-exchanges.js";

export interface ArchiveQuery {
  readonly query: string;
  /** Path, name or remote of a project; absent for all. */
  readonly project?: string | undefined;
  /** Only exchanges that changed a file of this pattern. */
  readonly filePattern?: string | undefined;
  /** Days, both included: YYYY-MM-DD. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  readonly sortBy: "relevance" | "date" | "frequency";
}

type FetchQuery = { query: string; scope: "session" | "project" | "global"; limit: number; minRelevance: number };
type PatternQuery = {
  kinds: readonly PatternKind[];
  project?: string | undefined;
  minFrequency: number;
  limit: number;
};

/** A question waits for at most this much transcript to be read; the rest follows in the background. */
const maxCatchUpBytes = 128 * 1024 * 1024;
/** Matches no project: an unknown project has no sessions. */
export const noProject = "-";

export const catchUpForQuestion = (ingest: ArchiveParts["ingest"]) =>
  ingest.catchUp(({ bytes }) => bytes >= maxCatchUpBytes);

type Parts = Pick<ArchiveParts, "ingest" | "finder" | "exchanges" | "patterns" | "projectRegistry" | "runtime">;

/** Sessions of agents, searchable. Every query first reads what agents wrote until now. */
export type Archive = ReturnType<typeof createArchive>;
export type FetchAnswer = Awaited<ReturnType<Archive["fetch"]>>;

export function createArchive({ ingest, finder, exchanges, patterns, projectRegistry, runtime }: Parts) {
  const projectId = async (call: Call, text: string): Promise<string> =>
    (await projectRegistry.lookUp(call.tenant, text, call.folder))?.id ?? noProject;

  return {
    async search(call: Call, { query, project, filePattern, from, to, limit, sortBy }: ArchiveQuery) {
      const began = runtime.now();
      await catchUpForQuestion(ingest);
      const { ranked, found } = await finder.find({
        tenant: call.tenant,
        query,
        limit,
        sort: sortBy,
        ...(project ? { project: await projectId(call, project) } : {}),
        ...(filePattern ? { files: [filePattern] } : {}),
        ...(from ? { since: from } : {}),
        ...(to ? { until: `${to}T23:59:59.999Z` } : {}),
      });
      const documents = await exchanges.count(call.tenant);
      return { hits: ranked, found, documents, tookMs: runtime.now().getTime() - began.getTime() };
    },

    async fetch(call: Call, { query, scope, limit, minRelevance }: FetchQuery) {
      await catchUpForQuestion(ingest);
      const { tenant } = call;
      const filter = await scopeFilter(call, scope);
      const request = { tenant, query, ...filter, limit, perSession: limit, minScore: minRelevance };
      const now = runtime.now();
      const recent = async () =>
        (await exchanges.newest(tenant, filter, limit)).map((exchange) => ({
          exchange,
          score: decay(exchange.at, now),
        }));
      const chosen = query.trim() === "" ? await recent() : (await finder.find(request)).ranked;
      const all = chosen.map(({ exchange }) => exchange);
      return { exchanges: chosen, findings: await exchanges.findingsOf(tenant, all) };
    },

    async patterns(call: Call, { project, limit, ...query }: PatternQuery) {
      await catchUpForQuestion(ingest);
      const filter = { ...query, project: project ? await projectId(call, project) : undefined };
      const shown = [];
      for (const one of await patterns.list(call.tenant, { ...filter, limit })) {
        const examples = await patterns.examples(call.tenant, one, 3);
        const files = one.kind === "code" ? [...new Set(examples.flatMap((example) => example.files))].slice(0, 5) : [];
        shown.push({ ...one, examples, files });
      }
      const summary = await patterns.summary(call.tenant, filter);
      return {
        patterns: shown,
        total: summary.reduce((sum, one) => sum + one.patterns, 0),
        from: summary.map(({ oldest }) => oldest).sort()[0] ?? "",
        to: summary.map(({ newest }) => newest).reduce(laterOf, ""),
        topKind: summary.toSorted((a, b) => b.uses - a.uses)[0]?.kind,
      };
    },
  };

  async function scopeFilter({ tenant, folder, session }: Call, scope: FetchQuery["scope"]) {
    if (scope === "global") return {};
    const { id } = await projectRegistry.identify(tenant, folder);
    if (scope === "project") return { project: id };
    // A host that does not name its session is assumed to be in the latest session of this project.
    return { session: session || (await exchanges.newest(tenant, { project: id }, 1))[0]?.sessionId || noProject };
  }
}
