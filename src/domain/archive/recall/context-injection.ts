import type { Settings } from "../../../base/settings.js";
import { errorLine } from "../../../base/text/error-line.js";
import { formatCount } from "../../../base/text/plural.js";
import type { Exchange, Remediation } from "../../../store/archive/exchange.js";
import type { ExchangeStore } from "../../../store/archive/exchange-store.js";
import type { InjectionStore } from "../../../store/archive/injection-store.js";
import type { SessionStore } from "../../../store/archive/session-store.js";
import type { Call } from "../../call.js";
import type { ProjectRegistry } from "../../identity/project-registry.js";
import { errorFingerprint } from "../extract/error-fingerprint.js";
import { opening } from "../extract/sentences.js";
import { fenced } from "../ingest/injected-text.js";
import type { ExchangeFinder } from "../query/find-exchanges.js";
import type { AutoLoad, CurrentContext } from "./auto-load.js";
import { briefSession, type SessionBrief } from "./session-brief.js";

/** What a hook gives to the agent: facts with their source, fenced, within limits; empty when there is nothing to say. */
export interface ContextInjection {
  atStart(call: Call): Promise<string>;
  /** A session's memory is about to be shortened: keeps where it stands. */
  beforeCompaction(call: Call): Promise<void>;
  /** The same session goes on with a shorter memory: where it stood. */
  afterCompaction(call: Call): Promise<string>;
  withPrompt(call: Call, prompt: string): Promise<string>;
  onFailure(call: Call, error: string): Promise<string>;
}

/** Where the state of a session is kept while its memory is shortened. */
export interface BriefKeeper {
  save(call: Call, brief: SessionBrief): Promise<void>;
  /** What was kept of the call's session last. */
  last(call: Call): Promise<string | undefined>;
}

export interface ContextInjectionDeps {
  readonly sessions: SessionStore;
  /** Absent where nobody can keep it: then only what is in the archive is given back. */
  readonly briefs?: BriefKeeper | undefined;
  readonly autoLoad: AutoLoad;
  readonly finder: ExchangeFinder;
  readonly exchanges: ExchangeStore;
  readonly given: InjectionStore;
  readonly projectRegistry: ProjectRegistry;
  readonly settings: Settings;
}

/** Hosts put longer texts aside into a file that nobody reads. */
const maxChars = 9000;
/** Questions about something else get nothing at this score, while most that are put in other words still get their answer. */
const minRelevance = 0.35;
/** In a store too large to look through in this time, words have to do. */
const waitMs = 60;

export function createContextInjection({
  autoLoad,
  finder,
  exchanges,
  given,
  projectRegistry,
  settings,
  sessions,
  briefs,
}: ContextInjectionDeps): ContextInjection {
  const briefOf = ({ tenant, session }: Call) =>
    session ? briefSession({ exchanges, sessions }, tenant, session) : Promise.resolve(undefined);
  return {
    async atStart(call) {
      if (!settings["autoLoad.enabled"]) return "";
      const { name } = await projectRegistry.identify(call.tenant, call.folder);
      const body = sayCurrent(await autoLoad.current(call, call.folder));
      const max = Math.min(maxChars, settings["autoLoad.maxSizeKB"] * 1024);
      return body === "" ? "" : fenced(`archive of ${name}`, cutLines(body, max - 400));
    },

    async beforeCompaction(call) {
      const brief = await briefOf(call);
      if (brief) await briefs?.save(call, brief);
    },

    async afterCompaction(call) {
      if (!settings["autoLoad.enabled"] || !call.session) return "";
      const body = (await briefs?.last(call)) ?? (await briefOf(call))?.text;
      if (!body) return "";
      const text = `What this session did before it was compacted:\n${body}`;
      return fenced(`session ${call.session}`, cutLines(text, maxChars - 400));
    },

    async withPrompt(call, prompt) {
      const max = settings["archive.promptHits"];
      if (max === 0 || prompt.trim().length < 10) return "";
      const { id } = await projectRegistry.identify(call.tenant, call.folder);
      const { ranked } = await finder.find({
        ...{ tenant: call.tenant, query: prompt, filter: { project: id }, limit: max * 3, sortBy: "relevance" },
        ...{ minScore: minRelevance, waitMs },
      });
      const others = ranked.map(({ exchange }) => exchange).filter(({ sessionId }) => sessionId !== call.session);
      const taken = await given.take(call.tenant, call.session ?? "", others.map(itemOf), max);
      const told = others.filter((exchange) => taken.has(itemOf(exchange))).map(sayExchange);
      return told.length === 0 ? "" : fenced("past exchanges of this project", told.join("\n"));
    },

    async onFailure(call, error) {
      const line = errorLine(error);
      if (line === undefined) return "";
      const fingerprint = errorFingerprint(line);
      const known = (await exchanges.remediations(call.tenant, fingerprint, 5)).find(
        (one) => one.sessionId !== call.session,
      );
      if (known?.kind !== "remediation") return "";
      const items = await given.take(call.tenant, call.session ?? "", [`fix:${fingerprint}`], 1);
      return items.size === 0 ? "" : fenced(`session ${known.sessionId}, ${known.at.slice(0, 10)}`, sayFix(known));
    },
  };
}

/** Names an exchange among what a session was given, so that it is given once. */
const itemOf = ({ sessionId, key }: Exchange): string => `${sessionId}/${key}`;

const sayExchange = ({ sessionId, at, question, solution }: Exchange): string =>
  `- ${at.slice(0, 10)}, session ${sessionId}: ${opening(question, 200)}\n  ${opening(solution.outcome || solution.approach, 400)}`;

function sayCurrent({ projectName, recentSessions, topPatterns, keyDecisions }: CurrentContext): string {
  if (recentSessions.length + topPatterns.length + keyDecisions.length === 0) return "";
  const sessions = recentSessions.flatMap((one) => [
    `- ${one.timestamp.slice(0, 16)} ${one.agent} session ${one.sessionId}${one.branch ? ` on ${one.branch}` : ""}`,
    ...one.problems.map((problem) => `  asked: ${opening(problem, 240)}`),
    ...(one.implementations.length > 0 ? [`  changed: ${one.implementations.join(", ")}`] : []),
  ]);
  const decisions = keyDecisions.map(
    ({ decision, reasoning, timestamp }) =>
      `- ${timestamp.slice(0, 10)}: ${opening(decision, 240)}${reasoning ? ` because ${opening(reasoning, 160)}` : ""}`,
  );
  const patterns = topPatterns.map(({ pattern, frequency }) => `- ${pattern} (${formatCount(frequency, "time")})`);
  const part = (title: string, rows: readonly string[]) => (rows.length > 0 ? [title, ...rows] : []);
  return [
    `Project ${projectName}.`,
    ...part("Recent sessions:", sessions),
    ...part("Decisions:", decisions),
    ...part("What recurs:", patterns),
  ].join("\n");
}

function sayFix({ error, attempts, files, steps = [], proof }: Remediation): string {
  return [
    `The same error was overcome before: ${error}`,
    ...(files.length > 0 ? [`Files changed then: ${files.join(", ")}`] : []),
    ...(steps.length > 0 ? [`Commands run then: ${steps.join("; ")}`] : []),
    ...(attempts.length > 0 ? [`Tried without success: ${attempts.slice(0, 4).join("; ")}`] : []),
    `The command that passed afterwards: ${proof}`,
  ].join("\n");
}

/** Whole lines, as many as fit. */
function cutLines(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  return `${cut.slice(0, Math.max(0, cut.lastIndexOf("\n")))}\n[more with search_archive]`;
}
