import type { StatementKind } from "../../../../store/archive/exchange.js";
import type { LocatedStatement } from "../../../../store/archive/statement-store.js";
import { contentWords, overlap } from "./content-words.js";
import { announcesChange, givesReason, properNames } from "./proper-names.js";

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
  const current: Candidate[] = [];
  const superseded: { old: LocatedStatement; by: LocatedStatement }[] = [];
  for (const statement of statements.map(toCandidate)) {
    if (current.some((old) => isRepeated(old, statement))) continue;
    for (let i = current.length - 1; i >= 0; i--) {
      const old = current[i];
      if (!old) continue;
      if (isSame(old, statement)) {
        for (const session of old.sessions) statement.sessions.add(session);
        current.splice(i, 1);
      } else if (
        isReversed(old, statement) ||
        isOtherChoice(old, statement) ||
        isFinished(old, statement) ||
        isReplaced(old, statement)
      ) {
        superseded.push({ old: old.statement, by: statement.statement });
        current.splice(i, 1);
      }
    }
    current.push(statement);
  }
  return {
    current: current.toReversed().map(({ statement, sessions }) => ({ ...statement, sessions: [...sessions] })),
    superseded,
  };
}

/** A statement with what comparing it with many others needs, derived once: a hook resolves hundreds. */
interface Candidate {
  readonly statement: LocatedStatement;
  readonly about: StatementKind;
  readonly words: ReadonlySet<string>;
  readonly numbers: readonly string[];
  readonly names: readonly string[];
  /** What a choice is about, and what was chosen. */
  readonly topic: ReadonlySet<string>;
  readonly chosen: ReadonlySet<string>;
  /** In lower case, words between spaces. */
  readonly plainText: string;
  readonly sessions: Set<string>;
}

function toCandidate(statement: LocatedStatement): Candidate {
  const { about, text, sessionId } = statement;
  const words = contentWords(text);
  const chosen = about === "decision" ? properNames(text) : new Set<string>();
  return {
    ...{ chosen, topic: new Set([...words].filter((word) => !chosen.has(word))) },
    ...{ statement, about, words, sessions: new Set([sessionId]) },
    numbers: [...words].filter((word) => /^\d/.test(word)),
    names: namesIn(text),
    plainText: ` ${text.toLowerCase().replace(/[^\p{L}\p{N}._+#-]+/gu, " ")} `.replace(/\.(?= )/g, ""),
  };
}

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

/** The same words with another number or another technical name make another statement. */
const isSame = (old: Candidate, statement: Candidate): boolean =>
  old.about === statement.about &&
  mayAgree(old.numbers, statement.numbers) &&
  mayAgree(old.names, statement.names) &&
  overlap(old.words, statement.words) >= sameFrom;

const mayAgree = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === 0 || b.length === 0 || a.some((one) => b.includes(one));

const isReversed = (old: Candidate, { statement }: Candidate): boolean =>
  reversible.has(old.about) &&
  statement.dropped.some((term) => isMentioned(old.plainText, term) && !old.statement.dropped.includes(term));

/** "We're with Klarna instead": another name for the same thing, or with the reason why the old one is out. */
function isOtherChoice(old: Candidate, { statement, words, chosen, topic }: Candidate): boolean {
  if (old.chosen.size === 0 || chosen.size === 0 || isSameExchange(old.statement, statement)) return false;
  if ([...chosen].every((name) => old.words.has(name))) return false;
  // One word of a name is not the name: "Azure Service Bus" says nothing about "Azure Storage".
  const mentionsOld = [...old.chosen].filter((name) => words.has(name)).length >= old.chosen.size * sameFrom;
  return mentionsOld
    ? givesReason.test(statement.text)
    : overlap(old.topic, topic) >= sameFrom && announcesChange.test(statement.text);
}

const isSameExchange = (a: LocatedStatement, b: LocatedStatement): boolean =>
  a.sessionId === b.sessionId && a.exchangeKey === b.exchangeKey;

const isMentioned = (text: string, term: string): boolean => text.includes(` ${term} `) || text.includes(` ${term}s `);

/** A task is over when something is reported as done that is called the same. */
const isFinished = (old: Candidate, { about, words }: Candidate): boolean =>
  about === "outcome" && finishable.has(old.about) && overlap(old.words, words) >= sameFrom;

/** A session ends with one outcome, a project has one next step. */
const isReplaced = (old: Candidate, { about, statement }: Candidate): boolean =>
  old.about === about &&
  (single.has(about) || (about === "outcome" && old.statement.sessionId === statement.sessionId));
