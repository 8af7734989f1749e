import { relative, sep } from "node:path";
import type { Runtime } from "../../../base/runtime.js";
import type { Settings } from "../../../base/settings.js";
import { opening } from "../../../base/text/sentences.js";
import type { Exchange } from "../../../store/archive/exchange.js";
import type { ExchangeStore } from "../../../store/archive/exchange-store.js";
import type { InjectionStore } from "../../../store/archive/injection-store.js";
import type { SessionStore } from "../../../store/archive/session-store.js";
import type { StatementStore } from "../../../store/archive/statement-store.js";
import type { Call } from "../../call.js";
import type { ProjectRegistry } from "../../identity/project-registry.js";
import { failureLine } from "../extract/failure-line.js";
import { contentWords, overlap } from "../extract/statements/content-words.js";
import type { CurrentStatement } from "../extract/statements/resolve-statements.js";
import { settleStatements } from "../extract/statements/settle-statements.js";
import { fenced, stripInjected } from "../ingest/injected-text.js";
import { maxStatements } from "../promote-statements.js";
import type { ExchangeFinder } from "../query/find-exchanges.js";
import { type Failure, findFix } from "./find-fix.js";
import { describeFix, describeSharedFix, fixLine, type SharedFixes } from "./fix-text.js";
import { quotableSentences } from "./quotable-sentences.js";
import { fitSections, itemOf, memoryLine, type RecallLine, sessionSource, statementLine } from "./recall-line.js";
import type { MemoryRecall } from "./recalled-memory.js";
import { briefSession, type SessionBrief } from "./session-brief.js";
import { abandonedTerms, sessionEndsIn } from "./session-ends.js";
import { briefSections } from "./start-brief.js";
import { statementsAboutFile } from "./statements-about-file.js";
import type { TeamEntries } from "./team-entries.js";
import { trapsOf } from "./traps-of-failure.js";

/** What an agent receives without asking: lines with their source, fenced, within limits; empty when there is nothing to say. */
export interface ContextInjection {
  /** `resumed`: the agent remembers its session, and receives only what is new since. */
  atStart(call: Call, resumed: boolean): Promise<string>;
  /** What a new session would receive; does not count as received. */
  previewStart(call: Call): Promise<string>;
  /** A session is about to be compacted: saves its state. */
  beforeCompaction(call: Call): Promise<void>;
  /** The same session continues with a shorter memory: where it stood. */
  afterCompaction(call: Call): Promise<string>;
  /** `received`: characters of the start that the host hands over together with this prompt. */
  withPrompt(call: Call, prompt: string, received?: number): Promise<string>;
  onFile(call: Call, path: string): Promise<string>;
  onFailure(call: Call, failure: Failure): Promise<string>;
}

/** Where the state of a session is saved while it is compacted. */
export interface BriefKeeper {
  save(call: Call, brief: SessionBrief): Promise<void>;
  /** What was saved last of the call's session. */
  last(call: Call): Promise<string | undefined>;
}

export interface ContextInjectionDeps {
  readonly sessions: SessionStore;
  /** Absent where it cannot be saved: then only what is in the archive is restored. */
  readonly briefs?: BriefKeeper | undefined;
  /** Absent where only the archive is available. */
  readonly memories?: MemoryRecall | undefined;
  readonly teamEntries?: TeamEntries | undefined;
  readonly sharedFixes?: SharedFixes | undefined;
  readonly statements: StatementStore;
  readonly finder: ExchangeFinder;
  readonly exchanges: ExchangeStore;
  readonly injections: InjectionStore;
  readonly projectRegistry: ProjectRegistry;
  readonly settings: Settings;
  readonly runtime: Runtime;
}

/** Hosts put longer texts into a file that the model does not read. */
const maxChars = 9000;
/** The fence with its label, around the text. */
const fenceLength = 260;
const maxPromptChars = 600;
/** Of prompts about something else, nine in ten stay below this score with static embeddings. */
const minRelevance = 0.3;
/** In a store too large to scan in this time, keywords decide. */
const waitMs = 60;
const maxFileNotes = 2;
const maxTouches = 50;
/** Fixes of a project that a failure is compared with, the newest. */
const maxFixes = 200;

export function createContextInjection(deps: ContextInjectionDeps): ContextInjection {
  const {
    exchanges,
    finder,
    injections,
    memories,
    teamEntries,
    sharedFixes,
    projectRegistry,
    settings,
    sessions,
    statements,
    briefs,
  } = deps;
  const listEnds = sessionEndsIn({ exchanges, sessions, count: settings["autoLoad.sessionCount"] });
  const briefOf = ({ tenant, session }: Call) =>
    session ? briefSession({ exchanges, sessions }, tenant, session) : Promise.resolve(undefined);

  /** What holds in a project, the newest first, without what a person rejected. */
  async function currentStatements(call: Call, project: string): Promise<CurrentStatement[]> {
    const { current } = settleStatements(await statements.holding(call.tenant, project, maxStatements));
    const retired = (await memories?.retired(call)) ?? new Set();
    return current.filter(({ text }) => !retired.has(text));
  }

  /** What no longer holds, unless it was said again: no quotation may bring it back. */
  async function outdatedTexts(call: Call, project: string, current: readonly CurrentStatement[]): Promise<string[]> {
    const held = new Set(current.map(({ text }) => text));
    return (await statements.outdated(call.tenant, project, maxStatements)).filter((text) => !held.has(text));
  }

  /** Of the lines, those that the session has not received; they count as received now, with what they quote. */
  async function unseen(call: Call, lines: readonly RecallLine[], max: number): Promise<RecallLine[]> {
    const claim = (items: readonly string[], limit: number) =>
      injections.claim(call.tenant, call.session ?? "", items, limit);
    const items = await claim(
      lines.map(({ item }) => item),
      max,
    );
    const shown = lines.filter(({ item }) => items.has(item));
    const quoted = shown.flatMap(({ quotes = [] }) => quotes.map(itemOf));
    await claim(quoted, quoted.length);
    return shown;
  }

  async function composeStart(call: Call, resumed: boolean): Promise<{ text: string; lines: readonly RecallLine[] }> {
    const { id, name } = await projectRegistry.identify(call.tenant, call.folder);
    const since = resumed ? ((await sessions.find(call.tenant, call.session ?? ""))?.endedAt ?? "") : "";
    const isNews = (one: { at: string; sessionId: string }) => one.at > since && one.sessionId !== call.session;
    const all = await currentStatements(call, id);
    const ends = await listEnds(call, id, { current: all, outdated: await outdatedTexts(call, id, all) });
    const received = await injections.received(call.tenant, call.session ?? "");
    const sections = briefSections({
      teamEntries: (await teamEntries?.list(call)) ?? [],
      statements: all.filter(isNews),
      memories: ((await memories?.trusted(call)) ?? []).filter(({ day }) => day >= since.slice(0, 10)),
      sessions: ends.filter(isNews),
      parts: includedParts(settings),
    }).map((section) => ({ ...section, lines: section.lines.filter(({ item }) => !received.has(item)) }));
    const { text, lines } = fitSections(sections, settings["autoLoad.maxCharacters"] - fenceLength - name.length);
    return { text: text === "" ? "" : fenced(`archive of ${name}`, text), lines };
  }

  return {
    async atStart(call, resumed) {
      if (!settings["autoLoad.enabled"]) return "";
      const { text, lines } = await composeStart(call, resumed);
      if (text !== "") await unseen(call, lines, lines.length);
      return text;
    },

    previewStart: async (call) => (settings["autoLoad.enabled"] ? (await composeStart(call, false)).text : ""),

    async beforeCompaction(call) {
      const brief = await briefOf(call);
      if (brief) await briefs?.save(call, brief);
    },

    async afterCompaction(call) {
      if (!settings["autoLoad.enabled"] || !call.session) return "";
      const body = (await briefs?.last(call)) ?? (await briefOf(call))?.text;
      if (!body) return "";
      const text = `What this session did before it was compacted:\n${body}`;
      return fenced(`session ${call.session}`, cutLines(text, maxChars - fenceLength));
    },

    async withPrompt(call, prompt, received = 0) {
      const max = settings["archive.promptHits"];
      const words = stripInjected(prompt).trim();
      const left = received === 0 ? maxPromptChars : settings["autoLoad.maxCharacters"] - received - fenceLength;
      if (max === 0 || words.length < 8 || left <= 0) return "";
      const { id } = await projectRegistry.identify(call.tenant, call.folder);
      const all = await currentStatements(call, id);
      const recalled = ((await memories?.relevant(call, words, max * 2)) ?? []).map(memoryLine);
      const lines = [...recalled, ...(await exchangeLines(call, id, words, all))];
      const shown = await unseen(call, fitSections([{ title: "", lines }], Math.min(left, maxPromptChars)).lines, max);
      if (shown.length === 0) return "";
      return fenced("memories and sessions of this project", shown.map(({ text }) => text).join("\n"));
    },

    async onFile(call, path) {
      if (!settings["autoLoad.enabled"]) return "";
      const { id, root } = await projectRegistry.identify(call.tenant, call.folder);
      const file = relativePath(root, path);
      const lines = await fileLines(call, id, file);
      if (lines.length === 0) return "";
      const isFirst = await injections.claim(call.tenant, call.session ?? "", [`file:${file}`], 1);
      if (isFirst.size === 0) return "";
      const shown = await unseen(call, lines, maxFileNotes);
      return shown.length === 0 ? "" : fenced(`about ${file}`, shown.map(({ text }) => text).join("\n"));
    },

    async onFailure(call, failure) {
      const line = failureLine(failure.output);
      if (line === undefined) return "";
      const { id } = await projectRegistry.identify(call.tenant, call.folder);
      const all = await exchanges.findings(call.tenant, "remediation", { project: id }, maxFixes);
      const earlier = all.filter(({ sessionId }) => sessionId !== call.session);
      const found = findFix(earlier, failure);
      const shared = found?.isSame ? undefined : await sharedFixes?.find(call, line);
      const given = shared ? `fix:${shared.source}` : found ? `fix:${found.fix.fingerprint}` : undefined;
      if (given === undefined) return failureNotes(call, id, failure);
      const items = await injections.claim(call.tenant, call.session ?? "", [given], 1);
      if (items.size === 0) return "";
      if (shared) return fenced(shared.source, describeSharedFix(shared));
      return found ? fenced(`session ${found.fix.sessionId}, ${found.fix.at.slice(0, 10)}`, describeFix(found)) : "";
    },
  };

  /** Traps that speak of the error or of what the command needs. */
  async function failureNotes(call: Call, project: string, failure: Failure): Promise<string> {
    const current = await currentStatements(call, project);
    const earlier = current.filter(({ sessionId }) => sessionId !== call.session);
    const shown = await unseen(
      call,
      trapsOf(earlier, failure).map((one) => statementLine(one)),
      1,
    );
    return shown.length === 0 ? "" : fenced("traps of this project", shown.map(({ text }) => text).join("\n"));
  }

  /** Past exchanges that answer a prompt: what they state, or what came of them. */
  async function exchangeLines(
    call: Call,
    project: string,
    query: string,
    current: readonly CurrentStatement[],
  ): Promise<RecallLine[]> {
    const limit = settings["archive.promptHits"] * 2;
    const { ranked } = await finder.find({
      ...{ tenant: call.tenant, query, filter: { project }, limit, sortBy: "relevance" },
      ...{ minScore: minRelevance, waitMs },
    });
    const promptWords = contentWords(query);
    const dropped = abandonedTerms(current);
    const received = await injections.received(call.tenant, call.session ?? "");
    const outdated = new Set(ranked.length > 0 ? await outdatedTexts(call, project, current) : []);
    const isNew = (sentence: string) => !received.has(itemOf(sentence)) && !outdated.has(sentence);
    return ranked
      .filter(({ exchange }) => exchange.sessionId !== call.session)
      .flatMap(({ exchange }) => {
        const own = current.filter((one) => one.sessionId === exchange.sessionId && one.exchangeKey === exchange.key);
        const stated = own
          .map((one) => ({ one, score: overlap(promptWords, contentWords(one.text)) }))
          .filter(({ score }) => score > 0)
          .toSorted((a, b) => b.score - a.score);
        if (stated.length > 0) return stated.map(({ one }) => statementLine(one));
        return answerLine(exchange, query, { dropped, isNew });
      });
  }

  /** What the archive and memories say of a file: what was said when it was at work or about it, and fixes. */
  async function fileLines(call: Call, project: string, file: string): Promise<RecallLine[]> {
    const current = await currentStatements(call, project);
    const touches = await sessions.touches(call.tenant, project, file, maxTouches);
    const earlier = current.filter(({ sessionId }) => sessionId !== call.session);
    const aboutFile = ((await memories?.trusted(call)) ?? []).filter(({ files }) => files.includes(file));
    const fixes = (await exchanges.findings(call.tenant, "remediation", { project }, 50)).filter(
      ({ files, sessionId }) => files.includes(file) && sessionId !== call.session,
    );
    return [
      ...aboutFile.map(memoryLine),
      ...statementsAboutFile(earlier, file, touches).map((one) => statementLine(one)),
      ...fixes.map(fixLine),
    ];
  }
}

/**
 * Sentences of the exchange that answer the prompt, which the same request from before does not; without any, how the
 * answer begins. Nothing a second time.
 */
const answerLine = (
  exchange: Exchange,
  prompt: string,
  { dropped, isNew }: { dropped: readonly string[]; isNew: (sentence: string) => boolean },
): RecallLine[] => {
  const promptWords = contentWords(prompt);
  const addsWords = (sentence: string) => [...contentWords(sentence)].some((word) => !promptWords.has(word));
  const answering = quotableSentences(exchange, prompt, dropped).filter(addsWords).slice(0, 2);
  const sentences = answering.length === 0 ? quotableSentences(exchange, exchange.answer, dropped) : answering;
  const quotes = sentences.filter(isNew);
  if (quotes.length === 0) return [];
  const text = opening(quotes.join(" "), 200);
  return [{ item: itemOf(text), quotes, text: `- ${text} [${sessionSource(exchange)}]` }];
};

const includedParts = (settings: Settings): { sessions: boolean; decisions: boolean } => {
  const types = settings["autoLoad.includeTypes"];
  switch (settings["autoLoad.strategy"]) {
    case "recent":
      return { sessions: true, decisions: false };
    case "custom":
      return { sessions: types.includes("sessions"), decisions: types.includes("decisions") };
    default:
      return { sessions: true, decisions: true };
  }
};

const relativePath = (root: string, path: string): string => {
  const inside = path.startsWith(root) ? relative(root, path) : path;
  return (inside === "" || inside.startsWith("..") ? path : inside).split(sep).join("/");
};

/** Whole lines, as many as fit. */
function cutLines(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  return `${cut.slice(0, Math.max(0, cut.lastIndexOf("\n")))}\n[more with search_archive]`;
}
