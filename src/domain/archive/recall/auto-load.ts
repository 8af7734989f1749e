import { daysBefore } from "../../../base/days.js";
import { countEach } from "../../../base/text/count-each.js";
import { opening } from "../../../base/text/sentences.js";
import type { Exchange } from "../../../store/archive/exchange.js";
import type { Call } from "../../call.js";
import { noProject } from "../archive.js";
import type { ArchiveParts } from "../archive-parts.js";
import { includedParts } from "./included-parts.js";

const relevantEnough = 0.6;
const maxDecisions = 10;

type Parts = Pick<
  ArchiveParts,
  "finder" | "exchanges" | "patterns" | "sessions" | "projectRegistry" | "settings" | "runtime"
>;

/** What the resources of a project hold. */
export type AutoLoad = ReturnType<typeof createAutoLoad>;

export function createAutoLoad({ finder, exchanges, patterns, sessions, projectRegistry, settings, runtime }: Parts) {
  const maxBytes = settings["autoLoad.maxSizeKB"] * 1024;
  const maxSessions = settings["autoLoad.sessionCount"];
  const named = async (call: Call, name: string) =>
    (await projectRegistry.lookUp(call.tenant, name, call.folder)) ?? { id: noProject, name };

  return {
    async current(call: Call, project: string) {
      const { tenant } = call;
      const { id, name } = await named(call, project);
      const included = includedParts(settings);
      const since = included.days > 0 ? daysBefore(runtime.now(), included.days) : "";
      const kinds = ["command", "code", "architecture"] as const;
      const listing = { project: id, kinds, minFrequency: 2, limit: settings["autoLoad.patternCount"] };
      const recurring = included.patterns ? await patterns.list(tenant, listing) : [];
      const decisions = included.decisions
        ? await exchanges.findings(tenant, "decision", { project: id }, 10 * maxDecisions)
        : [];
      return fitToSize(
        {
          projectName: name,
          recentSessions: included.sessions ? await digests(tenant, id, since) : [],
          topPatterns: recurring.map(({ pattern, frequency }) => ({ pattern, frequency })),
          keyDecisions: decisions
            // Sessions that repeat a decision would fill the list with it.
            .filter(({ decision }, i) => decisions.findIndex((one) => one.decision === decision) === i)
            // Of choices without a reason, most concern only the moment.
            .filter(({ at, reasoning }) => at >= since && reasoning !== "")
            .slice(0, maxDecisions)
            .map(({ decision, at, reasoning }) => ({ decision, timestamp: at, reasoning })),
        },
        maxBytes,
      );
    },

    async patterns(call: Call, project: string) {
      const { tenant } = call;
      const { id } = await named(call, project);
      const list = (kind: "tool" | "command" | "error") =>
        patterns.list(tenant, { project: id, kinds: [kind], minFrequency: 1, limit: 15 });
      const filesOf = async (pattern: Parameters<typeof patterns.examples>[1]) => {
        const examples = await patterns.examples(tenant, pattern, 3);
        return [...new Set(examples.flatMap(({ files }) => files))].slice(0, 3);
      };
      const toolPatterns = (await list("tool")).map(async (one) => ({
        tool: one.pattern,
        frequency: one.frequency,
        commonFiles: await filesOf(one),
      }));
      const commandPatterns = (await list("command")).map(({ pattern, frequency, successes, failures }) => ({
        command: pattern,
        frequency,
        successRate: percent(successes, successes + failures),
      }));
      const errorPatterns = (await list("error")).map(async ({ pattern, frequency }) => ({
        error: pattern,
        frequency,
        commonSolution: await solutionOf(tenant, pattern),
      }));
      const [tools, errors] = [await Promise.all(toolPatterns), await Promise.all(errorPatterns)];
      return fitToSize({ toolPatterns: tools, commandPatterns, errorPatterns: errors }, maxBytes);
    },

    async knowledge(call: Call, project: string) {
      const { id } = await named(call, project);
      const newest = await exchanges.newest(call.tenant, { project: id }, 500);
      const relevant = newest.filter(
        ({ importance, answer }) => answer !== "" && importance >= settings["autoLoad.minRelevance"],
      );
      const importance = newest.reduce((sum, one) => sum + one.importance, 0) / Math.max(1, newest.length);
      const topics = [...countEach(relevant.flatMap((one) => one.topics))].sort((a, b) => b[1] - a[1]);
      const answer = {
        qaHistory: relevant.slice(0, settings["autoLoad.knowledgeCount"]).map(toQuestionAndAnswer),
        topTopics: topics.slice(0, 10).map(([name]) => name),
        metadata: {
          totalQA: newest.length,
          averageRelevance: Math.round(importance * 100) / 100,
          solutionRate: percent(newest.filter(({ outcome }) => outcome === "solved").length, newest.length),
        },
      };
      return fitToSize(answer, maxBytes);
    },
  };

  /** Of the sessions that the priority words point at; of the newest when the strategy does not ask or nothing is relevant. */
  async function digests(tenant: string, project: string, since: string) {
    const chosen = await relevantSessions(tenant, project, since);
    const ids = chosen.length > 0 ? chosen : await recentSessions(tenant, project, since);
    return Promise.all(ids.slice(0, maxSessions).map((id) => digestOf(tenant, id)));
  }

  async function recentSessions(tenant: string, project: string, since: string): Promise<string[]> {
    const listed = await sessions.list(tenant, { project, from: since }, maxSessions * 4);
    return listed.filter(({ parent, exchanges: count }) => parent === "" && count > 0).map(({ id }) => id);
  }

  async function relevantSessions(tenant: string, project: string, since: string): Promise<string[]> {
    const query = settings["autoLoad.priorityKeywords"].join(" ");
    const strategy = settings["autoLoad.strategy"];
    if (query === "" || (strategy !== "relevant" && strategy !== "custom")) return [];
    const { ranked } = await finder.find({ tenant, query, project, ...(since ? { since } : {}), limit: 20 });
    const min = strategy === "relevant" ? relevantEnough : 0;
    return [...new Set(ranked.filter(({ score }) => score >= min).map(({ exchange }) => exchange.sessionId))];
  }

  async function digestOf(tenant: string, id: string) {
    const { startedAt = "", endedAt = "", agent = "", branch = "" } = (await sessions.find(tenant, id)) ?? {};
    const outline = await exchanges.outline(tenant, id);
    const decisions = await exchanges.findings(tenant, "decision", { session: id }, 5);
    return {
      sessionId: id,
      timestamp: endedAt,
      problems: outline.slice(-4).map(({ question }) => opening(question, 300)),
      implementations: [...new Set(outline.flatMap(({ files }) => files))].slice(-8),
      decisions: decisions.map(({ decision }) => opening(decision, 300)),
      agent,
      branch,
      minutes: Math.max(0, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000)) || 0,
    };
  }

  async function solutionOf(tenant: string, fingerprint: string): Promise<string> {
    const [fix] = await exchanges.remediations(tenant, fingerprint, 1);
    if (fix?.kind !== "remediation") return "";
    return `${fix.files.length > 0 ? `changed ${fix.files.join(", ")}` : "see session"}; then \`${fix.proof}\` passed`;
  }
}

const toQuestionAndAnswer = ({ question, answer, at, importance, topics, outcome }: Exchange) => ({
  question: opening(question, 1500),
  answer: opening(answer, 2000),
  timestamp: at,
  relevanceScore: importance,
  topics: [...topics],
  hasSolution: outcome === "solved",
});

const percent = (part: number, of: number): string => (of === 0 ? "" : `${Math.round((100 * part) / of)}%`);

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json };

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

/** The value with texts cut and lists shortened until its JSON fits; whole characters, valid JSON, the first items stay. */
function fitToSize<T>(value: T, maxBytes: number): T {
  let fitted = value as Json;
  for (const max of [2000, 1000, 500, 250, 120, 60]) {
    if (bytesOf(fitted) <= maxBytes) return fitted as T;
    fitted = cutTexts(value as Json, max);
  }
  while (bytesOf(fitted) > maxBytes) {
    // One item fewer in the list that takes most room.
    const [largest] = listsIn(fitted, []).sort((a, b) => b.bytes - a.bytes);
    if (!largest) break;
    fitted = without(fitted, largest.path);
  }
  return fitted as T;
}

function cutTexts(value: Json, max: number): Json {
  if (typeof value === "string")
    return value.length > max ? `${[...value.slice(0, max)].slice(0, -1).join("")}…` : value;
  if (Array.isArray(value)) return value.map((one) => cutTexts(one, max));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cutTexts(one, max)]));
}

type ListLocation = { readonly path: readonly string[]; readonly bytes: number };

function listsIn(value: Json, path: readonly string[]): ListLocation[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) && value.length > 0 ? [{ path, bytes: bytesOf(value) }] : [];
  return [...own, ...Object.entries(value).flatMap(([name, one]) => listsIn(one as Json, [...path, name]))];
}

function without(value: Json, [name, ...rest]: readonly string[]): Json {
  if (name === undefined) return Array.isArray(value) ? value.slice(0, -1) : value;
  if (Array.isArray(value)) return value.map((one, i) => (String(i) === name ? without(one, rest) : one));
  const object = value as { readonly [key: string]: Json };
  return { ...object, [name]: without(object[name], rest) };
}
