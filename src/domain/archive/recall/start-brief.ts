import type { StatementKind } from "../../../store/archive/exchange.js";
import type { CurrentStatement } from "../extract/statements/resolve-statements.js";
import { splitSentences } from "../extract/statements/split-sentences.js";
import { memoryLine, type RecallLine, type RecallSection, sessionSource, statementLine } from "./recall-line.js";
import type { RecalledMemory } from "./recalled-memory.js";
import { type TeamEntry, teamEntryLine } from "./team-entries.js";

/** How the last sessions of a project ended. */
export interface SessionEnd {
  readonly sessionId: string;
  readonly agent: string;
  readonly at: string;
  readonly branch: string;
  readonly files: readonly string[];
  /** What failed last; empty when nothing did. */
  readonly failure: string;
  /** What was asked last; empty when the session changed files, which say more. */
  readonly question: string;
  /** How its last answer begins. */
  readonly answer: string;
}

export interface BriefSources {
  /** What holds, the newest first. */
  readonly statements: readonly CurrentStatement[];
  readonly memories: readonly RecalledMemory[];
  readonly teamEntries: readonly TeamEntry[];
  readonly sessions: readonly SessionEnd[];
  readonly parts: { readonly sessions: boolean; readonly decisions: boolean };
}

const maxTasks = 5;
const maxFiles = 3;
const maxRules = 8;
const maxDecisions = 8;
/** Of what a person said once. */
const minProbability = 0.45;

/** The sections of what an agent receives at the start of a session, the most important first. */
export function briefSections({ statements, memories, teamEntries, sessions, parts }: BriefSources): RecallSection[] {
  const of = (about: StatementKind) =>
    statements.filter((one) => one.about === about && isLikely(one)).toSorted((a, b) => certainty(b) - certainty(a));
  const worked = new Set(sessions.flatMap(({ files }) => files));
  const traps = of("trap").toSorted((a, b) => Number(touches(b, worked)) - Number(touches(a, worked)));
  const lines = (of: readonly CurrentStatement[]) => of.map((one) => statementLine(one));
  // What several sessions stated is listed among its kind: repeated facts must not crowd out the rules.
  const ownSections = new Set<unknown>(parts.decisions ? ["decision", "trap", "fact"] : ["trap", "fact"]);
  const confirmed = (kind: StatementKind) => memories.filter(({ about }) => about === kind).map(memoryLine);
  const others = memories.filter(({ about }) => !ownSections.has(about)).map(memoryLine);
  const [newest, ...earlier] = newestOfEach(sessions, statements);
  const ends = (of: readonly SessionEnd[]) =>
    of.flatMap((session) => endLines(session, statements, session === newest));
  return [
    {
      title: "Where things stand",
      linesPerTurn: 2,
      lines: parts.sessions
        ? [
            ...ends(newest ? [newest] : []),
            ...lines(of("next").slice(0, 1)),
            ...lines(of("task").slice(0, maxTasks)),
            ...ends(earlier),
          ]
        : [],
    },
    {
      title: "What always holds here",
      lines: [...teamEntries.map(teamEntryLine), ...[...others, ...lines(of("preference"))].slice(0, maxRules)],
    },
    {
      title: "Current decisions",
      lines: parts.decisions ? [...confirmed("decision"), ...lines(of("decision").slice(0, maxDecisions))] : [],
    },
    { title: "Known traps", lines: [...confirmed("trap"), ...lines(traps)] },
    { title: "Facts", lines: [...confirmed("fact"), ...lines(of("fact"))] },
  ];
}

/** Less likely statements are still found. Agents report at length, and what is theirs is seldom more certain. */
const isLikely = ({ by, sessions, probability = 1 }: CurrentStatement): boolean =>
  by === "agent" || sessions.length > 1 || probability >= minProbability;

/** In quarters, so that the newest of those that are about as certain come first. */
const certainty = ({ probability = 1 }: CurrentStatement): number => Math.round(4 * probability);

const touches = ({ files }: CurrentStatement, worked: ReadonlySet<string>) => files.some((file) => worked.has(file));

const withFiles = ({ item, text }: RecallLine, files: string): RecallLine => ({
  item,
  text: files === "" ? text : text.replace(/ (\[[^[]*\])$/, ` (changed ${files}) $1`),
});

/** Sessions that ended alike, such as attempts at one task, are described once; so is what several left broken. */
function newestOfEach(sessions: readonly SessionEnd[], statements: readonly CurrentStatement[]): SessionEnd[] {
  const isFirst = (session: SessionEnd, i: number, name: "answer" | "failure") =>
    sessions.findIndex((one) => one[name] === session[name]) === i;
  const isStated = ({ answer }: SessionEnd) => statements.some(({ text }) => text === answer);
  return sessions.map((session, i) => ({
    ...session,
    ...(isFirst(session, i, "answer") && !isStated(session) ? {} : { question: "", answer: "" }),
    ...(isFirst(session, i, "failure") ? {} : { failure: "" }),
  }));
}

/** What came of a session: its own words, its files, or its last answer; and what it left broken. */
function endLines(session: SessionEnd, statements: readonly CurrentStatement[], isNewest: boolean): RecallLine[] {
  const source = `[${sessionSource(session)}]`;
  const done = doneLines(session, statements, { source, isNewest });
  if (session.failure === "") return done;
  return [...done, { item: `failure:${session.sessionId}`, text: `- Broken: ${session.failure} ${source}` }];
}

/** Which files an earlier session changed says little. */
function doneLines(
  session: SessionEnd,
  statements: readonly CurrentStatement[],
  { source, isNewest }: { source: string; isNewest: boolean },
): RecallLine[] {
  const own = statements.filter(({ sessionId }) => sessionId === session.sessionId);
  const outcome = own.find(({ about }) => about === "outcome");
  const files = session.files.slice(0, maxFiles).join(", ");
  if (outcome) return [withFiles(statementLine(outcome), isNewest ? files : "")];
  const { question, answer } = session;
  const line = { item: `session:${session.sessionId}`, quotes: splitSentences(answer) };
  if (files !== "" && isNewest) {
    return [{ ...line, text: `- ${session.agent} changed ${files}${answer === "" ? "" : `: ${answer}`} ${source}` }];
  }
  if (files !== "") return answer === "" ? [] : [{ ...line, text: `- ${answer} ${source}` }];
  // The answer repeats what the session stated.
  if (answer === "" || own.length > 0) return [];
  return [{ ...line, text: `- ${question === "" ? "" : `${question} → `}${answer} ${source}` }];
}
