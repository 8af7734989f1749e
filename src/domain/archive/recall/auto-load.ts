import { daysBefore } from "../../../base/days.js";
import type { Runtime } from "../../../base/runtime.js";
import type { Settings } from "../../../base/settings.js";
import { countEach } from "../../../base/text/count-each.js";
import { opening } from "../../../base/text/sentences.js";
import type { Exchange } from "../../../store/archive/exchange.js";
import type { ExchangeStore } from "../../../store/archive/exchange-store.js";
import type { Pattern, PatternStore } from "../../../store/archive/pattern-store.js";
import type { SessionStore } from "../../../store/archive/session-store.js";
import type { Call } from "../../call.js";
import type { ProjectRegistry } from "../../identity/project-registry.js";
import type { ExchangeFinder } from "../query/find-exchanges.js";
import { fitToSize } from "./fit-to-size.js";

export interface CurrentContext {
  readonly projectName: string;
  readonly recentSessions: readonly SessionDigest[];
  readonly topPatterns: readonly { readonly pattern: string; readonly frequency: number }[];
  readonly keyDecisions: readonly {
    readonly decision: string;
    readonly timestamp: string;
    readonly reasoning: string;
  }[];
}

export interface SessionDigest {
  readonly sessionId: string;
  readonly timestamp: string;
  readonly problems: readonly string[];
  readonly implementations: readonly string[];
  readonly decisions: readonly string[];
  readonly agent: string;
  readonly branch: string;
  readonly minutes: number;
}

/** What the resources of a project hold. */
export interface AutoLoad {
  current(call: Call, project: string): Promise<CurrentContext>;
  patterns(call: Call, project: string): Promise<unknown>;
  knowledge(call: Call, project: string): Promise<unknown>;
}

export interface AutoLoadDeps {
  readonly finder: ExchangeFinder;
  readonly exchanges: ExchangeStore;
  readonly patternStore: PatternStore;
  readonly sessions: SessionStore;
  readonly projectRegistry: ProjectRegistry;
  readonly settings: Settings;
  readonly runtime: Runtime;
}

const relevantEnough = 0.6;
const noProject = "-";
const maxDecisions = 10;

export function createAutoLoad(deps: AutoLoadDeps): AutoLoad {
  const { exchanges, patternStore, sessions, projectRegistry, settings, runtime } = deps;
  const maxBytes = settings["autoLoad.maxSizeKB"] * 1024;
  const named = async (call: Call, name: string) =>
    (await projectRegistry.lookUp(call.tenant, name, call.folder)) ?? { id: noProject, name };

  return {
    async current(call, project) {
      const { id, name } = await named(call, project);
      const included = includedParts(settings);
      const since = included.days > 0 ? daysBefore(runtime.now(), included.days) : "";
      const recent = included.sessions
        ? ((await chosenSessions(call.tenant, id, since)) ?? (await recentDigests(call.tenant, id, since)))
        : [];
      const patterns = included.patterns
        ? await patternStore.list(call.tenant, {
            project: id,
            kinds: ["command", "code", "architecture"],
            minFrequency: 2,
            limit: settings["autoLoad.patternCount"],
          })
        : [];
      const decisions = included.decisions
        ? await exchanges.findings(call.tenant, "decision", { project: id }, 10 * maxDecisions)
        : [];
      return fitToSize(
        {
          projectName: name,
          recentSessions: recent,
          topPatterns: patterns.map(({ pattern, frequency }) => ({ pattern, frequency })),
          keyDecisions: firstOfEach(decisions)
            .filter(({ at }) => at >= since)
            // Of choices without a reason, most concern only the moment.
            .filter(({ reasoning }) => reasoning !== "")
            .slice(0, maxDecisions)
            .map(({ decision, at, reasoning }) => ({ decision, timestamp: at, reasoning })),
        },
        maxBytes,
      );
    },

    async patterns(call, project) {
      const { id } = await named(call, project);
      const list = (kind: "tool" | "command" | "error", minFrequency: number) =>
        patternStore.list(call.tenant, { project: id, kinds: [kind], minFrequency, limit: 15 });
      const tools = await list("tool", 1);
      const answer = {
        toolPatterns: await Promise.all(
          tools.map(async (tool) => ({
            tool: tool.pattern,
            frequency: tool.frequency,
            commonFiles: await filesOf(call.tenant, tool),
          })),
        ),
        commandPatterns: (await list("command", 1)).map(({ pattern, frequency, successes, failures }) => ({
          command: pattern,
          frequency,
          successRate: percent(successes, successes + failures),
        })),
        errorPatterns: await Promise.all(
          (await list("error", 1)).map(async ({ pattern, frequency }) => ({
            error: pattern,
            frequency,
            commonSolution: await solutionOf(call.tenant, pattern),
          })),
        ),
      };
      return fitToSize(answer, maxBytes);
    },

    async knowledge(call, project) {
      const { id } = await named(call, project);
      const newest = await exchanges.newest(call.tenant, { project: id }, 500);
      const relevant = newest.filter(
        ({ importance, answer }) => answer !== "" && importance >= settings["autoLoad.minRelevance"],
      );
      const answer = {
        qaHistory: relevant.slice(0, settings["autoLoad.knowledgeCount"]).map(toQuestionAndAnswer),
        topTopics: rankByCount(relevant.flatMap(({ topics }) => topics)).slice(0, 10),
        metadata: {
          totalQA: newest.length,
          averageRelevance: round(
            newest.reduce((sum, { importance }) => sum + importance, 0) / Math.max(1, newest.length),
          ),
          solutionRate: percent(newest.filter(({ outcome }) => outcome === "solved").length, newest.length),
        },
      };
      return fitToSize(answer, maxBytes);
    },
  };

  async function recentDigests(tenant: string, project: string, since: string): Promise<SessionDigest[]> {
    const listed = await sessions.list(tenant, { project, from: since }, settings["autoLoad.sessionCount"] * 4);
    const main = listed.filter(({ parent, exchanges: count }) => parent === "" && count > 0);
    return Promise.all(main.slice(0, settings["autoLoad.sessionCount"]).map(({ id }) => digestOf(tenant, id)));
  }

  /** Sessions that the priority words point at; undefined when the strategy does not ask or nothing is relevant. */
  async function chosenSessions(tenant: string, project: string, since: string): Promise<SessionDigest[] | undefined> {
    const words = settings["autoLoad.priorityKeywords"].join(" ");
    const strategy = settings["autoLoad.strategy"];
    if (words === "" || (strategy !== "relevant" && strategy !== "custom")) return undefined;
    const filter = { project, ...(since ? { from: since } : {}) };
    const { ranked } = await deps.finder.find({ tenant, query: words, filter, limit: 20, sortBy: "relevance" });
    const min = strategy === "relevant" ? relevantEnough : 0;
    const ids = [...new Set(ranked.filter(({ score }) => score >= min).map(({ exchange }) => exchange.sessionId))];
    return ids.length === 0
      ? undefined
      : Promise.all(ids.slice(0, settings["autoLoad.sessionCount"]).map((id) => digestOf(tenant, id)));
  }

  async function digestOf(tenant: string, id: string): Promise<SessionDigest> {
    const session = await sessions.find(tenant, id);
    const outline = await exchanges.outline(tenant, id);
    const decisions = await exchanges.findings(tenant, "decision", { session: id }, 5);
    const started = Date.parse(session?.startedAt ?? "");
    return {
      sessionId: id,
      timestamp: session?.endedAt ?? "",
      problems: outline.slice(-4).map(({ question }) => opening(question, 300)),
      implementations: [...new Set(outline.flatMap(({ files }) => files))].slice(-8),
      decisions: decisions.map(({ decision }) => opening(decision, 300)),
      agent: session?.agent ?? "",
      branch: session?.branch ?? "",
      minutes: Math.max(0, Math.round((Date.parse(session?.endedAt ?? "") - started) / 60_000)) || 0,
    };
  }

  async function filesOf(tenant: string, pattern: Pattern): Promise<string[]> {
    const examples = await patternStore.examples(tenant, pattern, 3);
    return [...new Set(examples.flatMap(({ files }) => files))].slice(0, 3);
  }

  async function solutionOf(tenant: string, fingerprint: string): Promise<string> {
    const [fix] = await exchanges.remediations(tenant, fingerprint, 1);
    if (fix?.kind !== "remediation") return "";
    return `${fix.files.length > 0 ? `changed ${fix.files.join(", ")}` : "see session"}; then \`${fix.proof}\` passed`;
  }
}

function includedParts(settings: Settings): { sessions: boolean; patterns: boolean; decisions: boolean; days: number } {
  switch (settings["autoLoad.strategy"]) {
    case "recent":
      return { sessions: true, patterns: false, decisions: false, days: 0 };
    case "custom": {
      const types = settings["autoLoad.includeTypes"];
      const has = (name: string) => types.includes(name);
      return {
        sessions: has("sessions"),
        patterns: has("patterns"),
        decisions: has("decisions"),
        days: settings["autoLoad.timeWindowDays"],
      };
    }
    default:
      return { sessions: true, patterns: true, decisions: true, days: 0 };
  }
}

/** Sessions that repeat a decision would fill the list with it. */
const firstOfEach = <T extends { readonly decision: string }>(decisions: readonly T[]): T[] =>
  decisions.filter(({ decision }, i) => decisions.findIndex((one) => one.decision === decision) === i);

const toQuestionAndAnswer = ({ question, answer, at, importance, topics, outcome }: Exchange) => ({
  question: opening(question, 1500),
  answer: opening(answer, 2000),
  timestamp: at,
  relevanceScore: importance,
  topics: [...topics],
  hasSolution: outcome === "solved",
});

const rankByCount = (names: readonly string[]): string[] =>
  [...countEach(names)].sort((a, b) => b[1] - a[1]).map(([name]) => name);

const percent = (part: number, of: number): string => (of === 0 ? "" : `${Math.round((100 * part) / of)}%`);
const round = (value: number) => Math.round(value * 100) / 100;
