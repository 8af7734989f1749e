import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import { errorSignature } from "../../base/text/error-signature.js";
import type { Remediation, RemediationScope } from "../../store/memory/remediation.js";
import {
  type OwnedRemediation,
  type RemediationFilter,
  type RemediationStore,
  remediationSearchScope,
} from "../../store/memory/remediation-store.js";
import type { Call } from "../call.js";
import type { ProjectResolver } from "../identity/project-resolver.js";
import type { Search } from "../search/search.js";
import { afterSignal } from "./confidence.js";

export interface NewRemediation
  extends Omit<Remediation, "id" | "author" | "usageCount" | "fingerprint" | "createdAt" | "updatedAt" | "project"> {
  /** Any path in the project, or its name; empty for none. */
  readonly projectPath: string;
}

export interface RemediationQuery {
  readonly query: string;
  readonly scope?: RemediationScope | undefined;
  readonly category?: string | undefined;
  readonly minConfidence?: number | undefined;
  readonly limit: number;
  readonly team?: string | undefined;
  readonly projectPath?: string | undefined;
  /** Also the scopes around the one named: project, then team, then org. */
  readonly includeHierarchy: boolean;
}

export interface FoundRemediation extends Remediation {
  /** How well it matches, 0 to 1. */
  readonly score: number;
  /** True when it was recorded for the very same failure. */
  readonly isSameError: boolean;
}

/** Errors and their fixes. `owner` is the tenant that a call named, by default the git user's. */
export interface Remediations {
  record(call: Call, owner: string | undefined, remediation: NewRemediation): Promise<Remediation>;
  search(call: Call, owner: string | undefined, query: RemediationQuery): Promise<FoundRemediation[]>;
  /** Fixes of any tenant of the caller's own account, for a question that names none. */
  searchAccount(call: Call, query: string, limit: number): Promise<FoundRemediation[]>;
  feedback(call: Call, owner: string | undefined, id: string, helpful: boolean): Promise<Remediation>;
  /** All of the caller's own account, newest first. */
  list(
    call: Call,
    filter: RemediationFilter,
    page: { limit: number; offset: number },
  ): Promise<{ remediations: OwnedRemediation[]; total: number }>;
  get(call: Call, id: string): Promise<OwnedRemediation>;
  /** Deletes it for good. */
  forget(call: Call, id: string): Promise<void>;
}

interface Deps {
  readonly store: RemediationStore;
  readonly search: Search;
  readonly identity: ProjectResolver;
  readonly runtime: Runtime;
}

/** Lower than elsewhere: an error is half made of numbers and paths that no fix has. */
const minScore = 0.05;
const specificity: Record<RemediationScope, number> = { project: 2, team: 1, org: 0 };

export function createRemediations({ store, search: engine, identity, runtime }: Deps): Remediations {
  const find = async (tenant: string, query: string, places: readonly string[] | undefined, fits: Fits) => {
    const filter = { kinds: ["remediation"], ...(places ? { scopes: places } : {}) };
    const key = errorSignature(query);
    const [{ hits }, alike] = await Promise.all([
      engine.find({ tenant, query, ...filter, limit: 100, perSession: 100, minScore: minScore }),
      store.withFingerprint(tenant, key),
    ]);
    const scores = new Map(hits.map(({ document, score }) => [document.source, score]));
    const same = alike.filter((one) => isIn(one, places));
    const known = new Map([...same, ...(await store.getMany(tenant, [...scores.keys()]))].map((one) => [one.id, one]));
    return withoutRepeats(
      [...known.values()]
        .filter(fits)
        .map((one) => scored(one, scores.get(one.id) ?? 0, one.fingerprint === key))
        .filter(({ score, isSameError }) => isSameError || score > 0)
        .sort(bestFirst),
    );
  };

  return {
    async record(call, named, given) {
      const owner = await identity.tenant(named, call.folder);
      const { projectPath, ...rest } = given;
      requirePlace(given);
      const at = runtime.now().toISOString();
      const remediation: Remediation = {
        ...rest,
        id: runtime.newId("rem"),
        project: projectPath === "" ? "" : await identity.project(call, projectPath),
        author: call.caller,
        usageCount: 0,
        fingerprint: errorSignature(given.problem),
        createdAt: at,
        updatedAt: at,
      };
      return store.add({ tenant: call.tenant, owner }, remediation);
    },

    async search(call, named, { query, category, minConfidence, limit, ...where }) {
      const owner = await identity.tenant(named, call.folder);
      const projects = where.projectPath ? await identity.projectNames(call, where.projectPath) : undefined;
      const places = placesOf(owner, { ...where, projects });
      const fits: Fits = (one) =>
        (category === undefined || one.category === category) && one.confidence >= (minConfidence ?? 0);
      return (await find(call.tenant, query, places, fits)).slice(0, limit);
    },

    searchAccount: async (call, query, limit) =>
      (await find(call.tenant, query, undefined, () => true)).slice(0, limit),

    async feedback(call, named, id, helpful) {
      const owner = await identity.tenant(named, call.folder);
      const updatedAt = runtime.now().toISOString();
      const changed = await store.change({ tenant: call.tenant, owner }, id, (one) => ({
        ...one,
        confidence: afterSignal(one.confidence, helpful ? "helpful" : "unhelpful"),
        usageCount: one.usageCount + 1,
        updatedAt,
      }));
      if (changed) return changed;
      throw unknownRemediation(id);
    },

    async list({ tenant }, filter, page) {
      return {
        remediations: await store.list(tenant, filter, page),
        total: await store.count(tenant, filter),
      };
    },

    async get({ tenant }, id) {
      const [found] = await store.getMany(tenant, [id]);
      if (!found) throw unknownRemediation(id);
      return found;
    },

    async forget({ tenant }, id) {
      if (!(await store.remove(tenant, id))) throw unknownRemediation(id);
    },
  };
}

const unknownRemediation = (id: string) =>
  new AppError("missing", `Remediation not found: ${id}`, { hint: "Find ids with remediation_search." });

type Fits = (remediation: Remediation) => boolean;

interface Where {
  readonly scope?: RemediationScope | undefined;
  readonly team?: string | undefined;
  /** The names of one project. */
  readonly projects?: readonly string[] | undefined;
  readonly includeHierarchy: boolean;
}

/** Where to look: the scope named and, if wanted, those around it; without a scope all that the call gives names for. */
function placesOf(owner: string, { scope, team, projects, includeHierarchy }: Where): string[] {
  const chain: RemediationScope[] = ["project", "team", "org"];
  const scopes = scope === undefined ? chain : includeHierarchy ? chain.slice(chain.indexOf(scope)) : [scope];
  const within = { project: projects, team: team === undefined ? undefined : [team], org: [""] };
  if (scope !== undefined && within[scope] === undefined) throw noPlace(scope);
  return scopes.flatMap((one) => (within[one] ?? []).map((name) => remediationSearchScope(owner, one, name)));
}

function requirePlace({ scope, team, projectPath }: NewRemediation): void {
  if ((scope === "team" && team === "") || (scope === "project" && projectPath === "")) throw noPlace(scope);
}

const noPlace = (scope: RemediationScope) => {
  const field = scope === "team" ? "team_id" : "project_path";
  return new AppError("invalid", `Scope ${scope} requires ${field}.`, {
    hint: `Pass ${field}, or use scope org.`,
    details: { fields: [field] },
  });
};

const isIn = ({ owner, scope, team, project }: OwnedRemediation, places: readonly string[] | undefined) =>
  places === undefined || places.includes(remediationSearchScope(owner, scope, scope === "team" ? team : project));

/** The same failure comes first, whatever the words; trust decides among equals. */
function scored({ owner: _, ...one }: OwnedRemediation, relevance: number, isSameError: boolean): FoundRemediation {
  const score = isSameError ? 0.9 + 0.1 * one.confidence : 0.9 * relevance;
  return { ...one, isSameError, score: Math.round(score * 1e4) / 1e4 };
}

const bestFirst = (a: FoundRemediation, b: FoundRemediation) =>
  b.score - a.score ||
  specificity[b.scope] - specificity[a.scope] ||
  b.usageCount - a.usageCount ||
  b.createdAt.localeCompare(a.createdAt);

/** One fix recorded in several scopes is one answer: the first, which is the most specific of the best. */
function withoutRepeats(found: readonly FoundRemediation[]): FoundRemediation[] {
  const seen = new Set<string>();
  return found.filter(({ fingerprint, solution }) => {
    const key = JSON.stringify([fingerprint, solution.trim().toLowerCase()]);
    return !seen.has(key) && Boolean(seen.add(key));
  });
}
