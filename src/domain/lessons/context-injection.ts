import { relative, sep } from "node:path";
import { AppError } from "../../base/errors.js";
import { contentWords } from "../../base/text/content-words.js";
import { unspacedScript } from "../../base/text/tokens.js";
import type { Exchange } from "../../store/archive/exchange.js";
import type { Session } from "../../store/archive/session-store.js";
import { personAuthor, sessionEvidence } from "../../store/memory/forget-session.js";
import type { ArchiveParts } from "../archive/archive-parts.js";
import { fenced, stripInjected } from "../archive/ingest/injected-text.js";
import { includedParts } from "../archive/recall/included-parts.js";
import type { Call } from "../call.js";
import { failureLine } from "../errors/failure-line.js";
import type { Checkpoints } from "../memory/checkpoints.js";
import { titleFrom } from "../memory/lesson.js";
import type { Memories, ShownMemory } from "../memory/memories.js";
import { smokeTestSession } from "../receipts/receipt.js";
import { createAskAgent } from "./ask-agent.js";
import { asksToContinue, checkpointLines, saveBrief, savedBrief } from "./checkpoint-line.js";
import { commitNote, earlierWork, maxCommits } from "./earlier-work.js";
import { wordsIn } from "./file-words.js";
import { describeFix, describeSharedFix, type Failure, findFix, fixLine, type SharedFixes } from "./fixes.js";
import { currentLessons, filesOf, lessonItem, lessonLine, lessonLines, lessonsAbout } from "./given-lesson.js";
import { handOver } from "./hand-over.js";
import { fitSections, itemsOf, type LessonLine, lengthOf, textOfLines } from "./lesson-line.js";
import type { VectorOf } from "./score-texts.js";
import { sessionEndsIn } from "./session-ends.js";
import { briefOf, stateOfSession } from "./session-state.js";
import { briefSections, openTasks, subagentBrief } from "./start-brief.js";
import type { TeamEntries } from "./team-entries.js";
import { explicitWords } from "./typed-words.js";

interface Parts
  extends Pick<
    ArchiveParts,
    "exchanges" | "finder" | "injections" | "sessions" | "projectRegistry" | "gitLocator" | "settings" | "runtime"
  > {
  readonly memories: Pick<Memories, "trusted" | "record">;
  readonly teamEntries: TeamEntries;
  readonly sharedFixes: SharedFixes;
  readonly checkpoints: Pick<Checkpoints, "save" | "list" | "resume">;
  vectorOf?: VectorOf | undefined;
  /** Names of the lines that are given, for the receipt. */
  onGiven?(items: readonly string[]): void;
  /** Prompts and commit messages arrive as they are. */
  redact(text: string): string;
}

/** The newest fixes, among which one about a file is looked for. */
const maxFileFixes = 50;
/** Hosts put longer texts into a file that the model does not read. */
const maxChars = 9000;
/** The fence with its label, around the text. */
const fenceLength = 220;
const maxPromptChars = 900;
/** Of earlier work with a session's first prompt: a start without lessons leaves about that much of its own room. */
const maxFirstWorkChars = 1700;
/** Without lessons a start says only where things stand. */
const maxCharsWithoutLessons = 1500;
/** A later prompt is mostly about the session itself. */
const maxFollowUpChars = 400;
const maxFirstLines = 3;
const maxFirstLessons = 4;
/** "Try again" and "Can you do this in markdown?" say nothing that could be looked up. */
const minContentWords = 4;
/**
 * Of the best exchange that a search finds for a later prompt, which is mostly about the session itself. In 18 real
 * projects, above it twice as many passages were useful as below.
 */
const minFollowUpRelevance = 0.95;
/** In a store too large to scan in this time, keywords decide. */
const waitMs = 60;
const maxLessons = 300;
/** Exchanges whose passages are compared. */
const maxHits = 40;
/** Older ones are equally old. */
const maxSessions = 60;
const maxFileNotes = 2;
/** Fixes of a project that a failure is compared with, the newest. */
const maxFixes = 200;

/** What an agent receives without asking: lines with their source, fenced, within limits; empty when there is nothing to say. */
export type ContextInjection = ReturnType<typeof createContextInjection>;

export function createContextInjection(parts: Parts) {
  const { exchanges, finder, injections, sessions, projectRegistry, gitLocator, settings, runtime } = parts;
  const { memories, teamEntries, sharedFixes, checkpoints, vectorOf = () => undefined, onGiven, redact } = parts;
  const listEnds = sessionEndsIn({ exchanges, sessions }, settings["autoLoad.sessionCount"]);
  const ask = createAskAgent({ injections, sessions, exchanges });
  const isEnabled = settings["autoLoad.enabled"];
  const maxStart = settings["autoLoad.maxCharacters"];

  const projectOf = ({ tenant, folder }: Call) => projectRegistry.identify(tenant, folder);
  const lessonsFor = async (call: Call) => currentLessons(await memories.trusted(call, maxLessons));
  const received = ({ tenant, session = "" }: Call) => injections.received(tenant, session);
  const claim = ({ tenant, session = "" }: Call, items: readonly string[], max = items.length) =>
    injections.claim(tenant, session, items, max);
  const fixesOf = ({ tenant }: Call, project: string, max: number) =>
    exchanges.findings(tenant, "remediation", { project }, max);
  const ownBrief = async ({ tenant, session }: Call) => {
    const state = session ? await stateOfSession({ exchanges, sessions }, tenant, session, "end") : undefined;
    return state && briefOf(state);
  };

  /** Of the lines, those that the session has not received; they count as received now. */
  async function unseen(call: Call, lines: readonly LessonLine[], max = lines.length): Promise<LessonLine[]> {
    const names = lines.map(({ item }) => item);
    const items = await claim(call, names, max);
    const given = lines.filter(({ item }) => items.has(item));
    const further = given.flatMap((line) => line.further ?? []);
    await claim(call, further);
    onGiven?.(given.flatMap(itemsOf));
    return given;
  }

  /** `isAsked`: the agent wants to see it, also what it has received. */
  async function composeStart(call: Call, resumed: boolean, isAsked = false) {
    const { id, name, root } = await projectOf(call);
    const since = resumed ? ((await sessions.find(call.tenant, call.session ?? ""))?.endedAt ?? "") : "";
    const lessons = (await lessonsFor(call)).filter(({ createdAt }) => createdAt > since);
    const ends = (await listEnds(call, id)).filter(({ at }) => at > since);
    const isAnchored = lessons.some(({ anchors }) => anchors.length > 0);
    const known = isAsked ? new Set() : await received(call);
    const max = lessons.length === 0 ? Math.min(maxCharsWithoutLessons, maxStart) : maxStart;
    const left = max - fenceLength - name.length;
    const sources = {
      checkpoint: await checkpointLines(checkpoints, call, { ends, now: runtime.now(), since }),
      teamEntries: await teamEntries.list(call),
      lessons,
      sessions: ends,
      changedFiles: isAnchored ? await gitLocator.changedFiles(root) : [],
      parts: includedParts(settings),
    };
    const sections = briefSections(sources, left).map((section) => ({
      ...section,
      lines: section.lines.filter(({ item }) => !known.has(item)),
    }));
    const { text, lines } = fitSections(sections, left);
    return { text: block(`memory of ${name}`, text), lines };
  }

  return {
    /** `resumed`: the agent remembers its session, and receives only what is new since. */
    async atStart(call: Call, resumed: boolean): Promise<string> {
      if (!isEnabled) return "";
      // A self-test shows what a new session receives, however often it is run.
      if (call.session === smokeTestSession) return (await composeStart({ ...call, session: "" }, false)).text;
      const { text, lines } = await composeStart(call, resumed);
      if (text !== "") await unseen(call, lines);
      return text;
    },

    /** What a new session would receive; does not count as received. */
    previewStart: async (call: Call): Promise<string> =>
      isEnabled ? (await composeStart(call, false, true)).text : "",

    /** A session is about to be compacted: saves its state. */
    async beforeCompaction(call: Call): Promise<void> {
      const brief = await ownBrief(call);
      if (brief) await saveBrief(checkpoints, call, brief);
    },

    /** The same session continues with a shorter memory: where it stood. */
    async afterCompaction(call: Call): Promise<string> {
      if (!isEnabled || !call.session) return "";
      const body = (await savedBrief(checkpoints, call)) ?? (await ownBrief(call))?.text;
      if (!body) return "";
      const text = `What this session did before it was compacted:\n${body}`;
      return fenced(`session ${call.session}`, cutLines(text, maxChars - fenceLength));
    },

    /** `received`: characters of the start that the host hands over together with this prompt. */
    async withPrompt(call: Call, prompt: string, received = 0): Promise<string> {
      const words = stripInjected(prompt).trim();
      const asked = settings["learning.ask"] ? await ask.withPrompt(call, words, await recordWords(call, words)) : "";
      return [await recallFor(call, words, received), asked].filter(Boolean).join("\n");
    },

    /** When a turn ends: what to ask before the session may stop; empty unless the settings ask. */
    atEnd: async (call: Call): Promise<string> => (settings["learning.atEnd"] ? ask.atEnd(call) : ""),

    async onFile(call: Call, path: string): Promise<string> {
      if (!isEnabled) return "";
      const { id, root } = await projectOf(call);
      const file = relativePath(root, path);
      if ((await claim(call, [`file:${file}`])).size === 0) return "";
      return block(`about ${file}`, textOfLines(await unseen(call, await fileLines(call, id, file), maxFileNotes)));
    },

    /** The words of everything that `onFile` may say in the project. */
    async fileWords(call: Call): Promise<string> {
      const lessons = (await lessonsFor(call)).flatMap((lesson) => [lesson.content, ...filesOf(lesson)]);
      const fixes = await fixesOf(call, (await projectOf(call)).id, maxFileFixes);
      return wordsIn(...lessons, ...fixes.flatMap(({ files }) => files));
    },

    /** A sub-agent of the session starts; its host may not say with which task. */
    async atSubagentStart(call: Call, task = ""): Promise<string> {
      if (!isEnabled) return "";
      const tasks = task === "" ? openTasks(await sessions.lastEvents(call.tenant, call.session ?? "")) : [];
      const names = tasks.map(({ call: id }) => `task:${id}`);
      // Of several that start at once, each takes one.
      const taken = await claim(call, names, 1);
      const own = tasks.find((_, i) => taken.has(names[i] ?? ""));
      const { text, lines } = subagentBrief(await lessonsFor(call), task || (own?.prompt ?? ""));
      onGiven?.(lines.map(({ item }) => item));
      return block("memory of this project", text);
    },

    /** What another agent needs to go on with a session; without an id, the last one of the project that did something. */
    async handOver(call: Call, id: string | undefined): Promise<{ session: Session; text: string } | undefined> {
      const session = id === undefined ? await lastToContinue(call) : await sessions.find(call.tenant, id);
      if (!session) return undefined;
      const state = await stateOfSession({ exchanges, sessions }, call.tenant, session.id);
      return state && { session, text: handOver(session, state) };
    },

    async onFailure(call: Call, failure: Failure): Promise<string> {
      const line = failureLine(failure.output);
      if (line === undefined) return "";
      const fixes = await fixesOf(call, (await projectOf(call)).id, maxFixes);
      const earlier = fixes.filter(({ sessionId }) => sessionId !== call.session);
      const found = findFix(earlier, failure);
      const shared = found?.isSame ? undefined : await sharedFixes.find(call, line);
      const item = shared ? shared.source : found?.fix.fingerprint;
      if (item === undefined || (await claim(call, [`fix:${item}`])).size === 0) return "";
      if (shared) return fenced(shared.source, describeSharedFix(shared));
      return found ? fenced(`session ${found.fix.sessionId}, ${found.fix.at.slice(0, 10)}`, describeFix(found)) : "";
    },
  };

  /** Not the session that asks for it: it has done nothing yet. */
  async function lastToContinue(call: Call): Promise<Session | undefined> {
    const { id: project } = await projectOf(call);
    for (const session of await sessions.list(call.tenant, { project }, 20)) {
      if (session.parent !== "" || session.exchanges === 0 || session.id === call.session) continue;
      const [first, ...rest] = await exchanges.outline(call.tenant, session.id);
      const isBegun = rest.length === 0 && first?.files.length === 0 && asksToContinue(first.question);
      if (!isBegun) return session;
    }
    return undefined;
  }

  async function recallFor(call: Call, words: string, received: number): Promise<string> {
    const room = received === 0 ? maxPromptChars : Math.min(maxStart - received - fenceLength, maxPromptChars);
    if (settings["archive.promptHits"] === 0 || room <= 0) return "";
    const ends = async () => listEnds(call, (await projectOf(call)).id);
    const now = runtime.now();
    const state = asksToContinue(words) ? await checkpointLines(checkpoints, call, { ends: await ends(), now }) : [];
    const left = room - lengthOf(state);
    const firstRoom = received === 0 ? maxFirstWorkChars - lengthOf(state) : left;
    const saysNothing = countContentWords(words) < minContentWords;
    const lines = [...state, ...(saysNothing ? [] : await promptLines(call, words, left, firstRoom))];
    return block("memory of this project", textOfLines(await unseen(call, lines, settings["archive.promptHits"])));
  }

  /** What the person explicitly said is to hold, recorded in their words: nothing is lost if the agent does not record it. */
  async function recordWords(call: Call, words: string): Promise<{ id: string; text: string }[]> {
    const recorded: { id: string; text: string }[] = [];
    for (const text of explicitWords(words)) {
      if (redact(text) !== text) continue;
      const lesson = {
        project: call.folder,
        title: titleFrom(text),
        content: text,
        outcome: "success",
        tags: ["rule"],
        evidence: [{ from: sessionEvidence(call.session ?? ""), quote: text }],
      } as const;
      // Forgotten before, or the database is busy: the agent is asked like for any other message.
      const memory = await memories.record({ ...call, caller: personAuthor }, lesson).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
      if (!memory) continue;
      // The agent has just read it.
      await claim(call, [lessonItem(memory.id)]);
      if (!memory.isJoined) recorded.push({ id: memory.id, text });
    }
    return recorded;
  }

  /** Lessons that answer a prompt, then a commit that explains something about it, then earlier work on it. */
  async function promptLines(call: Call, prompt: string, room: number, firstRoom: number): Promise<LessonLine[]> {
    const seen = await received(call);
    const isNew = ({ item }: LessonLine) => !seen.has(item);
    const { id, root } = await projectOf(call);
    const isFirst = (await claim(call, ["work"])).size > 0;
    const about = lessonsAbout(await lessonsFor(call), prompt);
    const lessons = lessonLines(about).slice(0, isFirst ? maxFirstLessons : 1);
    // Where someone wrote down what matters, passages of transcripts add more noise than facts.
    const work = lessons.some(isNew)
      ? []
      : await earlierExchanges(call, id, prompt, isFirst ? 0 : minFollowUpRelevance);
    const said = isFirst ? work.flatMap(({ exchange: { question, answer } }) => [question, answer]) : [];
    const commit = commitNote(await gitLocator.messages(root, maxCommits), prompt, said);
    const known = [...lessons, ...(commit ? [{ ...commit, text: redact(commit.text) }] : [])].filter(isNew);
    const { lines } = fitSections([{ title: "", lines: known }], room);
    const left = (isFirst ? firstRoom : Math.min(room, maxFollowUpChars)) - lengthOf(lines);
    const found = earlierWork(work, prompt, { maxLength: left, vectorOf }).filter(isNew);
    return [...lines, ...found.slice(0, isFirst ? maxFirstLines : 1)];
  }

  /** What earlier sessions said and did about what the prompt asks, the oldest first. */
  async function earlierExchanges(
    { tenant, session: own }: Call,
    project: string,
    query: string,
    minRelevance: number,
  ) {
    const request = { tenant, query, project, limit: maxHits, perSession: maxHits, minScore: 0, waitMs };
    const { ranked } = await finder.find(request);
    if (!ranked.some(({ exchange, relevance }) => exchange.sessionId !== own && relevance >= minRelevance)) return [];
    const newest = (await sessions.list(tenant, { project }, maxSessions)).filter(({ id }) => id !== own);
    const ages = new Map(newest.map((session, i) => [session.id, { session, rank: i + 1 }]));
    const last = newest[0] ? await exchanges.ofSession(tenant, newest[0].id) : [];
    const found = [...ranked.map(({ exchange }) => exchange), ...last].filter(({ sessionId }) => sessionId !== own);
    const unique = [...new Map(found.map((one) => [`${one.sessionId}/${one.key}`, one])).values()];
    const ageOf = ({ sessionId, at }: Exchange) => {
      const listed = ages.get(sessionId);
      return listed ? listed.rank + shareLeft(at, listed.session) : newest.length + 1;
    };
    return unique.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map((exchange) => ({ exchange, age: ageOf(exchange) }));
  }

  /** Lessons and fixes about a file. */
  async function fileLines(call: Call, project: string, file: string): Promise<LessonLine[]> {
    const name = file.slice(file.lastIndexOf("/") + 1);
    const isAbout = (one: ShownMemory) => filesOf(one).includes(file) || one.content.includes(name);
    const lessons = (await lessonsFor(call)).filter(isAbout);
    const fixes = (await fixesOf(call, project, maxFileFixes)).filter(
      ({ files, sessionId }) => files.includes(file) && sessionId !== call.session,
    );
    return [...lessons.map(lessonLine), ...fixes.map(fixLine)];
  }
}

const block = (source: string, text: string): string => (text === "" ? "" : fenced(source, text));

/** Of Chinese and Japanese, each character and each pair is a word of the index: about four to a word of the language. */
function countContentWords(text: string): number {
  const words = [...contentWords(text)];
  const unspaced = words.filter((word) => unspacedScript.test(word)).length;
  return words.length - unspaced + unspaced / 4;
}

/** How much of a session came after a time, 0 to 1: its end may have changed what its beginning says. */
function shareLeft(at: string, { startedAt, endedAt }: Session): number {
  const [start, end] = [Date.parse(startedAt), Date.parse(endedAt)];
  return end > start ? Math.max(0, (end - Date.parse(at)) / (end - start)) : 0;
}

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
