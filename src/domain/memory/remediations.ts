import { laterOf } from "../../base/days.js";
import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import { errorSignature } from "../../base/text/error-fingerprint.js";
import {
  type Remediation,
  type RemediationScope,
  remediationScopes,
  remediationSearchScope,
  teamOfSearchScope,
} from "../../store/memory/remediation.js";
import type { OwnedRemediation, RemediationFilter, RemediationStore } from "../../store/memory/remediation-store.js";
import type { SearchDocument } from "../../store/search/search-document.js";
import { type Call, recordedAt } from "../call.js";
import type { ProjectResolver } from "../identity/project-resolver.js";
import type { Search } from "../search/search.js";
import { afterSignal } from "./confidence.js";
import type { Optional } from "./lesson.js";

interface NewRemediation
  extends Omit<Remediation, "id" | "author" | "usageCount" | "fingerprint" | "createdAt" | "updatedAt" | "project"> {
  /** Any path in the project, or its name; empty for none. */
  readonly projectPath: string;
}

interface RemediationQuery extends Optional<Pick<Remediation, "scope" | "category" | "team">> {
  readonly query: string;
  readonly minConfidence?: number | undefined;
  readonly limit: number;
  readonly projectPath?: string | undefined;
  /** Also searches the wider scopes: project, then team, then org. */
  readonly includeHierarchy: boolean;
}

/** With how well it matches, 0 to 1, and whether it was recorded for the same error. */
export type FoundRemediation = ReturnType<typeof withScore>;

interface Deps {
  readonly store: RemediationStore;
  readonly search: Search;
  readonly identity: ProjectResolver;
  readonly runtime: Runtime;
  /** Removes copies of forgotten texts, and what the database still holds of them. */
  onForget?(tenant: string, texts: readonly string[]): Promise<void>;
}

/** Errors and their fixes. `owner` is the tenant in the call's input, by default the git user's. */
export type Remediations = ReturnType<typeof createRemediations>;

export function createRemediations({ store, search: engine, identity, runtime, onForget }: Deps) {
  const find = async (tenant: string, query: string, scopes: readonly string[] | undefined, matches: Predicate) => {
    const filter = { kinds: ["remediation"], ...(scopes ? { scopes } : {}) };
    const key = errorSignature(query);
    const [{ hits }, sameErrors] = await Promise.all([
      engine.find({ tenant, query, ...filter, limit: 100, perSession: 100 }),
      store.withFingerprint(tenant, key),
    ]);
    const scores = new Map(hits.map(({ document, score }) => [document.source, score]));
    const same = sameErrors.filter((one) => isIn(one, scopes));
    const similar = await store.getMany(tenant, [...scores.keys()]);
    const candidates = new Map([...same, ...similar].map((one) => [one.id, one]));
    return dropDuplicates(
      [...candidates.values()]
        .filter(matches)
        .map((one) => withScore(one, scores.get(one.id) ?? 0, one.fingerprint === key))
        .filter(({ score, isSameError }) => isSameError || score > 0)
        .sort(bestFirst),
    );
  };

  return {
    async record(call: Call, owner: string | undefined, input: NewRemediation): Promise<Remediation> {
      const whose = { tenant: call.tenant, owner: await identity.tenant(owner, call.folder) };
      const { projectPath, ...rest } = input;
      const { scope, team } = rest;
      if ((scope === "team" && team === "") || (scope === "project" && projectPath === ""))
        throw missingScopeOwner(scope);
      const at = recordedAt(call, runtime);
      return store.add(whose, {
        ...rest,
        id: runtime.newId("rem"),
        project: projectPath === "" ? "" : await identity.project(call, projectPath),
        author: call.caller,
        usageCount: 0,
        fingerprint: errorSignature(input.problem),
        createdAt: at,
        updatedAt: at,
      });
    },

    async search(call: Call, owner: string | undefined, request: RemediationQuery): Promise<FoundRemediation[]> {
      const { query, category, minConfidence = 0, limit, projectPath } = request;
      const projects = projectPath ? await identity.projectNames(call, projectPath) : undefined;
      const scopeKeys = scopeKeysOf(await identity.tenant(owner, call.folder), projects, request);
      const matches: Predicate = (one) =>
        (category === undefined || one.category === category) && one.confidence >= minConfidence;
      return (await find(call.tenant, query, scopeKeys, matches)).slice(0, limit);
    },

    /** Fixes of any tenant of the caller's account, for a query without a tenant. */
    searchAccount: async (call: Call, query: string, limit: number): Promise<FoundRemediation[]> =>
      (await find(call.tenant, query, undefined, () => true)).slice(0, limit),

    async feedback(call: Call, owner: string | undefined, id: string, helpful: boolean): Promise<Remediation> {
      const whose = { tenant: call.tenant, owner: await identity.tenant(owner, call.folder) };
      const at = recordedAt(call, runtime);
      const updated = await store.change(whose, id, (one) => {
        requireMember(call, one);
        return {
          ...one,
          confidence: afterSignal(one.confidence, helpful ? "helpful" : "unhelpful"),
          usageCount: one.usageCount + 1,
          updatedAt: laterOf(one.updatedAt, at),
        };
      });
      if (updated) return updated;
      throw unknownRemediation(id);
    },

    /** All of the caller's own account, newest first. */
    async list(call: Call, filter: RemediationFilter, page: { limit: number; offset: number }) {
      const visible = { ...filter, teams: visibleTeams(call) };
      const total = await store.count(call.tenant, visible);
      return { remediations: await store.list(call.tenant, visible, page), total };
    },

    async get(call: Call, id: string): Promise<OwnedRemediation> {
      const [remediation] = await store.getMany(call.tenant, [id]);
      if (!remediation) throw unknownRemediation(id);
      requireMember(call, remediation);
      return remediation;
    },

    /** Deletes them permanently. Throws if one does not exist, after deleting the others. */
    async forget({ tenant }: Call, ids: readonly string[]): Promise<void> {
      const fixes = await store.getMany(tenant, ids);
      for (const { id } of fixes) await store.remove(tenant, id);
      const texts = fixes.map((fix) => JSON.stringify(fix));
      await onForget?.(tenant, texts);
      const missing = ids.find((id) => !fixes.some((fix) => fix.id === id));
      if (missing !== undefined) throw unknownRemediation(missing);
    },
  };
}

const unknownRemediation = (id: string) =>
  new AppError("missing", `Remediation not found: ${id}`, { hint: "Find ids with remediation_search." });

/** The teams whose fixes a call may see; undefined for all. */
const visibleTeams = ({ access }: Call): readonly string[] | undefined =>
  access && access.principal.role !== "admin" ? access.principal.teams : undefined;

/** On a service, other teams do not even learn that a team has this fix. */
function requireMember(call: Call, { id, scope, team }: Remediation): void {
  if (scope === "team" && visibleTeams(call)?.includes(team) === false) throw unknownRemediation(id);
}

/** Whether a call may see a search document: that of a fix of a team is for its members. */
export function maySeeDocument(call: Call, { kind, scope }: Pick<SearchDocument, "kind" | "scope">): boolean {
  const team = kind === "remediation" ? teamOfSearchScope(scope) : undefined;
  return team === undefined || visibleTeams(call)?.includes(team) !== false;
}

type Predicate = (remediation: Remediation) => boolean;

/** The scopes to search: the named one and, with `includeHierarchy`, the wider ones; without a scope, all that the call names. */
function scopeKeysOf(
  owner: string,
  projects: readonly string[] | undefined,
  { scope, team, includeHierarchy }: RemediationQuery,
): string[] {
  const wider = remediationScopes.slice(scope === undefined ? 0 : remediationScopes.indexOf(scope));
  const scopes = scope === undefined || includeHierarchy ? wider : [scope];
  const within = { project: projects, team: team === undefined ? undefined : [team], org: [""] };
  if (scope !== undefined && within[scope] === undefined) throw missingScopeOwner(scope);
  return scopes.flatMap((one) => (within[one] ?? []).map((name) => remediationSearchScope(owner, one, name)));
}

const missingScopeOwner = (scope: RemediationScope) => {
  const field = scope === "team" ? "team_id" : "project_path";
  return new AppError("invalid", `Scope ${scope} requires ${field}.`, {
    hint: `Pass ${field}, or use scope org.`,
    details: { fields: [field] },
  });
};

const isIn = ({ owner, scope, team, project }: OwnedRemediation, scopeKeys: readonly string[] | undefined) =>
  scopeKeys === undefined ||
  scopeKeys.includes(remediationSearchScope(owner, scope, scope === "team" ? team : project));

/** Fixes of the same error come first, whatever their text; among them, confidence decides. */
function withScore({ owner: _, ...one }: OwnedRemediation, relevance: number, isSameError: boolean) {
  const score = isSameError ? 0.9 + 0.1 * one.confidence : 0.9 * relevance;
  return { ...one, isSameError, score: Math.round(score * 1e4) / 1e4 };
}

const bestFirst = (a: FoundRemediation, b: FoundRemediation) =>
  b.score - a.score ||
  remediationScopes.indexOf(a.scope) - remediationScopes.indexOf(b.scope) ||
  b.usageCount - a.usageCount ||
  b.createdAt.localeCompare(a.createdAt);

/** A fix that is recorded in several scopes is returned once: the first, which is the best and most specific. */
function dropDuplicates(remediations: readonly FoundRemediation[]): FoundRemediation[] {
  const seen = new Set<string>();
  return remediations.filter(({ fingerprint, solution }) => {
    const key = JSON.stringify([fingerprint, solution.trim().toLowerCase()]);
    return !seen.has(key) && Boolean(seen.add(key));
  });
}
