import type { StatementKind } from "../../../../store/archive/exchange.js";
import type { LocatedStatement } from "../../../../store/archive/statement-store.js";
import { contentWords, overlap } from "./content-words.js";
import { announcesChange, corrects, givesReason, properNames } from "./proper-names.js";
import { wordPattern } from "./word-pattern.js";

/** A statement that holds, with the sessions that said it. */
export interface CurrentStatement extends LocatedStatement {
  /** Sessions that said the same, this one included. */
  readonly sessions: readonly string[];
}

export interface ResolvedStatements {
  readonly current: readonly CurrentStatement[];
  /** What a later statement reversed, finished or replaced. */
  readonly superseded: readonly { readonly old: LocatedStatement; readonly by: LocatedStatement }[];
}

/** Statements that share this much of their words say the same. */
const sameFrom = 0.6;
const reversible: ReadonlySet<StatementKind> = new Set(["decision", "preference", "fact", "trap"]);
const finishable: ReadonlySet<StatementKind> = new Set(["task", "next"]);
/** Of these only the last one of a project holds. */
const single: ReadonlySet<StatementKind> = new Set(["next"]);

/** What holds of the statements of one project, the newest first. Takes them in the order in which they were said. */
export function resolveStatements(statements: readonly LocatedStatement[]): ResolvedStatements {
  const current = new Set<Candidate>();
  const superseded: { old: LocatedStatement; by: LocatedStatement }[] = [];
  const byWord = new Map<string, Candidate[]>();
  for (const statement of statements.map(toCandidate)) {
    const related = findRelated(byWord, statement).filter(({ old }) => current.has(old));
    const similar = new Set(related.filter(({ isSimilar }) => isSimilar).map(({ old }) => old));
    if ([...similar].some((old) => isRepeated(old, statement))) continue;
    for (const old of mayEndOthers(statement) ? [...current].reverse() : related.map((one) => one.old)) {
      const isSimilar = similar.has(old);
      if (isSimilar && isSame(old, statement)) {
        for (const session of old.sessions) statement.sessions.add(session);
        current.delete(old);
      } else if (
        isReversed(old, statement) ||
        isOtherChoice(old, statement) ||
        isOtherValue(old, statement) ||
        (isSimilar && isFinished(old, statement)) ||
        isReplaced(old, statement)
      ) {
        superseded.push({ old: old.statement, by: statement.statement });
        current.delete(old);
      }
    }
    current.add(statement);
    for (const word of statement.words) {
      const sharing = (byWord.get(word) ?? []).filter((old) => current.has(old));
      byWord.set(word, [...sharing, statement]);
    }
  }
  return {
    current: [...current].reverse().map(({ statement, sessions }) => ({ ...statement, sessions: [...sessions] })),
    superseded,
  };
}

/**
 * Earlier statements with words in common, the newest first, and whether they are enough for both to say the same. Counted
 * per word: comparing each pair takes longer than a hook has.
 */
function findRelated(byWord: ReadonlyMap<string, readonly Candidate[]>, { words }: Candidate) {
  const shared = new Map<Candidate, number>();
  for (const word of words) for (const old of byWord.get(word) ?? []) shared.set(old, (shared.get(old) ?? 0) + 1);
  return [...shared]
    .map(([old, count]) => ({ old, isSimilar: count >= sameFrom * Math.min(old.words.size, words.size) }))
    .sort((a, b) => b.old.position - a.old.position);
}

/** Whether a statement can end others that are not similar to it. */
const mayEndOthers = ({ about, isChange, isReason, statement: { dropped } }: Candidate): boolean =>
  dropped.length > 0 || isChange || isReason || single.has(about) || about === "outcome";

/** A statement with what comparing it with many others needs, derived once: a hook resolves hundreds. */
interface Candidate {
  readonly statement: LocatedStatement;
  readonly position: number;
  readonly about: StatementKind;
  readonly words: ReadonlySet<string>;
  readonly numbers: readonly string[];
  readonly names: readonly string[];
  /** Its numbers and names, and the words that say what they are of. */
  readonly values: ReadonlySet<string>;
  readonly frame: ReadonlySet<string>;
  readonly isCorrection: boolean;
  /** What a choice is about, and what was chosen. */
  readonly topic: ReadonlySet<string>;
  readonly chosen: ReadonlySet<string>;
  /** Whether a choice is announced as new, and whether it says why the old one is out. */
  readonly isChange: boolean;
  readonly isReason: boolean;
  /** In lower case, words between spaces. */
  readonly plainText: string;
  readonly sessions: Set<string>;
}

function toCandidate(statement: LocatedStatement, position: number): Candidate {
  const { about, text, sessionId } = statement;
  const words = contentWords(text);
  const properWords = properNames(text);
  const chosen = about === "decision" ? properWords : new Set<string>();
  const numbers = [...words].filter((word) => /^\d/.test(word));
  const names = namesIn(text);
  const values = new Set([...numbers, ...properWords, ...contentWords(names.join(" "))]);
  return {
    ...{ values, frame: new Set([...words].filter((word) => !values.has(word))), isCorrection: corrects.test(text) },
    isChange: chosen.size > 0 && announcesChange.test(text),
    isReason: chosen.size > 0 && givesReason.test(text),
    ...{ chosen, topic: new Set([...words].filter((word) => !chosen.has(word))) },
    ...{ statement, position, about, words, sessions: new Set([sessionId]) },
    ...{ numbers, names },
    plainText: plainTextOf(text),
  };
}

/** A Latin name among Chinese or Japanese is a word too. */
const plainTextOf = (text: string): string =>
  ` ${text.toLowerCase().replace(/(?<=[\u3040-\u9fff])(?=[a-z\d])|(?<=[a-z\d])(?=[\u3040-\u9fff])|[^\p{L}\p{N}._+#-]+/gu, " ")} `.replace(
    /\.(?= )/g,
    "",
  );

/** Variables of the environment, paths and file names. */
const namesIn = (text: string): string[] =>
  text.match(/[A-Z][A-Z0-9]*_[A-Z0-9_]+|[\w.-]*\/[\w./-]+|\w+\.[a-z]\w*/g) ?? [];

/** An agent that repeats the person in the same session adds nothing, and may mix it with other things. */
const isRepeated = (old: Candidate, repetition: Candidate): boolean =>
  old.statement.by === "person" &&
  repetition.statement.by === "agent" &&
  old.statement.sessionId === repetition.statement.sessionId &&
  isSame(old, repetition) &&
  repetition.statement.dropped.every((term) => old.statement.dropped.includes(term));

/** Of similar statements: the same words with another number or another technical name make another statement. */
const isSame = (old: Candidate, statement: Candidate): boolean =>
  old.about === statement.about && mayAgree(old.numbers, statement.numbers) && mayAgree(old.names, statement.names);

const mayAgree = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === 0 || b.length === 0 || a.some((one) => b.includes(one));

/** What an agent called an outcome or a task may rest on a choice too. */
const isReversed = (old: Candidate, { statement }: Candidate): boolean =>
  (reversible.has(old.about) || !isSameExchange(old.statement, statement)) &&
  statement.dropped.some((term) => isMentioned(old.plainText, term) && !isDroppedBy(old, term));

/** "EF Core is out" and "Dapper instead of Core" abandon the same. */
const isDroppedBy = ({ statement: { dropped } }: Candidate, term: string): boolean =>
  dropped.some((one) => one.includes(term) || term.includes(one));

/** "We're with Klarna instead": another name for the same thing, or with the reason why the old one is out. */
function isOtherChoice(old: Candidate, { statement, words, chosen, topic, isChange, isReason }: Candidate): boolean {
  if (old.chosen.size === 0 || !(isChange || isReason) || isSameExchange(old.statement, statement)) return false;
  if ([...chosen].every((name) => old.words.has(name))) return false;
  // One word of a name is not the name: "Azure Service Bus" says nothing about "Azure Storage".
  const mentionsOld = [...old.chosen].filter((name) => words.has(name)).length >= old.chosen.size * sameFrom;
  return mentionsOld ? isReason : isChange && overlap(old.topic, topic) >= sameFrom;
}

/** Frames of two statements that share this much ask for the same value; said as a correction, less is enough. */
const sameFrameFrom = 0.75;
const correctedFrameFrom = 0.4;

/** "The server listens on 4811" after "on 4810": the same is said with another number or name. */
function isOtherValue(old: Candidate, statement: Candidate): boolean {
  if (!reversible.has(old.about) || !reversible.has(statement.about)) return false;
  if (old.values.size === 0 || statement.values.size === 0) return false;
  if ([...statement.values].some((value) => old.words.has(value))) return false;
  if (isSameExchange(old.statement, statement.statement) && !statement.isCorrection) return false;
  const [shared, all] = sharedAndAll(old.frame, statement.frame);
  return statement.isCorrection
    ? shared >= 1 && shared >= all * correctedFrameFrom
    : shared >= 2 && shared >= all * sameFrameFrom && old.about === statement.about;
}

function sharedAndAll(a: ReadonlySet<string>, b: ReadonlySet<string>): [shared: number, all: number] {
  const shared = [...a].filter((word) => b.has(word)).length;
  return [shared, a.size + b.size - shared];
}

export const isSameExchange = (a: LocatedStatement, b: LocatedStatement): boolean =>
  a.sessionId === b.sessionId && a.exchangeKey === b.exchangeKey;

/** In the singular or the plural, or as the beginning of a name: "actix" of "actix-web". */
const isMentioned = (text: string, term: string): boolean =>
  text.includes(` ${term} `) ||
  (/[\u3040-\u9fff]/.test(term) && text.includes(term)) ||
  text.includes(` ${term}-`) ||
  text.includes(` ${term}s `) ||
  (/..s$/.test(term) && text.includes(` ${term.slice(0, -1)} `));

/** Of similar statements: a task is over when something is reported as done that is called the same. */
const isFinished = (old: Candidate, { about, statement: { text } }: Candidate): boolean =>
  finishable.has(old.about) && (about === "outcome" || (!finishable.has(about) && saysDone.test(text)));

const saysDone = wordPattern(
  "(?:that's|that is|it's|it is|all|is|are) (?:done|finished|completed?)|done now|erledigt|abgehakt|ya está (?:hech|list)[oa]|terminad[oa]|c'est fait|terminée?",
);

/** A session ends with one outcome, a project has one next step. */
const isReplaced = (old: Candidate, { about, statement }: Candidate): boolean =>
  old.about === about &&
  (single.has(about) || (about === "outcome" && old.statement.sessionId === statement.sessionId));
