import type { Runtime } from "../../base/runtime.js";
import type { Exchange, LocatedFinding, PatternKind } from "../../store/archive/exchange.js";
import type { ExchangeFilter } from "../../store/archive/exchange-filter.js";
import type { ExchangeStore } from "../../store/archive/exchange-store.js";
import type { Pattern, PatternExample, PatternStore } from "../../store/archive/pattern-store.js";
import type { Call } from "../call.js";
import type { ProjectRegistry } from "../identity/project-registry.js";
import type { Ingest } from "./ingest/ingest.js";
import { decay, type ExchangeFinder, type RankedExchange } from "./query/find-exchanges.js";

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

export interface ArchiveAnswer {
  readonly hits: readonly RankedExchange[];
  readonly found: number;
  readonly documents: number;
  readonly tookMs: number;
}

export interface FetchQuery {
  readonly query: string;
  readonly scope: "session" | "project" | "global";
  readonly limit: number;
  readonly minRelevance: number;
}

export interface FetchAnswer {
  readonly exchanges: readonly { readonly exchange: Exchange; readonly score: number }[];
  readonly findings: readonly LocatedFinding[];
}

export interface PatternAnswer {
  readonly patterns: readonly (Omit<Pattern, "examples"> & {
    examples: readonly PatternExample[];
    files: readonly string[];
  })[];
  readonly total: number;
  readonly from: string;
  readonly to: string;
  readonly topKind: PatternKind | undefined;
}

/** Sessions of agents, searchable. Every query first reads what agents wrote until now. */
export interface Archive {
  search(call: Call, query: ArchiveQuery): Promise<ArchiveAnswer>;
  fetch(call: Call, query: FetchQuery): Promise<FetchAnswer>;
  patterns(
    call: Call,
    query: { kinds: readonly PatternKind[]; project?: string | undefined; minFrequency: number; limit: number },
  ): Promise<PatternAnswer>;
}

export interface ArchiveDeps {
  readonly ingest: Ingest;
  readonly finder: ExchangeFinder;
  readonly exchanges: ExchangeStore;
  readonly patterns: PatternStore;
  readonly projectRegistry: ProjectRegistry;
  readonly runtime: Runtime;
}

/** A question waits for at most this much transcript to be read; the rest follows in the background. */
const maxCatchUpBytes = 128 * 1024 * 1024;
/** Matches no project: an unknown project has no sessions. */
const noProject = "-";

export const catchUpForQuestion = (ingest: Ingest) => ingest.catchUp(({ bytes }) => bytes >= maxCatchUpBytes);

export function createArchive({ ingest, finder, exchanges, patterns, projectRegistry, runtime }: ArchiveDeps): Archive {
  const projectId = async (call: Call, text: string): Promise<string> =>
    (await projectRegistry.lookUp(call.tenant, text, call.folder))?.id ?? noProject;

  return {
    async search(call, { query, project, filePattern, from, to, limit, sortBy }) {
      const began = runtime.now();
      await catchUpForQuestion(ingest);
      const filter: ExchangeFilter = {
        ...(project ? { project: await projectId(call, project) } : {}),
        ...(from ? { from } : {}),
        ...(to ? { to: `${to}T23:59:59.999Z` } : {}),
      };
      const { ranked, found } = await finder.find({
        tenant: call.tenant,
        query,
        filter,
        limit,
        sortBy,
        ...(filePattern ? { filePattern } : {}),
      });
      const documents = await exchanges.count(call.tenant);
      return { hits: ranked, found, documents, tookMs: runtime.now().getTime() - began.getTime() };
    },

    async fetch(call, { query, scope, limit, minRelevance }) {
      await catchUpForQuestion(ingest);
      const filter = await scopeFilter(call, scope);
      const chosen =
        query.trim() === ""
          ? await recent(call.tenant, filter, limit)
          : (
              await finder.find({
                tenant: call.tenant,
                query,
                filter,
                limit,
                sortBy: "relevance",
                perSession: limit,
                minScore: minRelevance,
              })
            ).ranked;
      const findings = await exchanges.findingsOf(
        call.tenant,
        chosen.map(({ exchange }) => exchange),
      );
      return { exchanges: chosen, findings };
    },

    async patterns(call, { kinds, project, minFrequency, limit }) {
      await catchUpForQuestion(ingest);
      const id = project ? await projectId(call, project) : undefined;
      const rows = await patterns.list(call.tenant, { project: id, kinds, minFrequency, limit });
      const summary = await patterns.summary(call.tenant, { project: id, kinds, minFrequency });
      const shown = [];
      for (const one of rows) {
        const examples = await patterns.examples(call.tenant, one, 3);
        const files = one.kind === "code" ? [...new Set(examples.flatMap((example) => example.files))].slice(0, 5) : [];
        shown.push({ ...one, examples, files });
      }
      return {
        patterns: shown,
        total: summary.reduce((sum, one) => sum + one.patterns, 0),
        from: summary.map(({ oldest }) => oldest).sort()[0] ?? "",
        to:
          summary
            .map(({ newest }) => newest)
            .sort()
            .at(-1) ?? "",
        topKind: summary.toSorted((a, b) => b.uses - a.uses)[0]?.kind,
      };
    },
  };

  async function scopeFilter(call: Call, scope: FetchQuery["scope"]): Promise<ExchangeFilter> {
    if (scope === "global") return {};
    const { id } = await projectRegistry.identify(call.tenant, call.folder);
    if (scope === "project") return { project: id };
    // A host that does not name its session is assumed to be in the latest session of this project.
    const session = call.session || (await exchanges.newest(call.tenant, { project: id }, 1))[0]?.sessionId;
    return { session: session ?? noProject };
  }

  async function recent(tenant: string, filter: ExchangeFilter, limit: number) {
    const now = runtime.now();
    const newest = await exchanges.newest(tenant, filter, limit);
    return newest.map((exchange) => ({ exchange, score: decay(exchange.at, now) }));
  }
}
