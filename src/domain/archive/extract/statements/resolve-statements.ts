import type { StatementKind } from "../../../../store/archive/exchange.js";
import type { LocatedStatement } from "../../../../store/archive/statement-store.js";
import { contentWords, overlap } from "./content-words.js";

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
  const current: (CurrentStatement & { readonly words: ReadonlySet<string> })[] = [];
  const superseded: { old: LocatedStatement; by: LocatedStatement }[] = [];
  for (const statement of statements) {
    const words = contentWords(statement.text);
    const sessions = new Set([statement.sessionId]);
    if (current.some((old) => isRepeated(old, { ...statement, words }))) continue;
    for (let i = current.length - 1; i >= 0; i--) {
      const old = current[i];
      if (!old) continue;
      if (isSame(old, { ...statement, words })) {
        for (const session of old.sessions) sessions.add(session);
        current.splice(i, 1);
      } else if (isReversed(old, statement) || isFinished(old, { ...statement, words }) || isReplaced(old, statement)) {
        superseded.push({ old, by: statement });
        current.splice(i, 1);
      }
    }
    current.push({ ...statement, words, sessions: [...sessions] });
  }
  return { current: current.toReversed().map(({ words: _, ...rest }) => rest), superseded };
}

interface Worded extends LocatedStatement {
  readonly words: ReadonlySet<string>;
}

/** An agent that repeats the person in the same session adds nothing, and may mix it with other things. */
const isRepeated = (old: Worded, statement: Worded): boolean =>
  old.by === "person" &&
  statement.by === "agent" &&
  old.sessionId === statement.sessionId &&
  isSame(old, statement) &&
  statement.dropped.every((term) => old.dropped.includes(term));

/** The same words with another number or another technical name make another statement. */
const isSame = (old: Worded, statement: Worded): boolean =>
  old.about === statement.about &&
  overlap(old.words, statement.words) >= sameFrom &&
  mayAgree(numbersIn(old), numbersIn(statement)) &&
  mayAgree(namesIn(old), namesIn(statement));

const mayAgree = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === 0 || b.length === 0 || a.some((one) => b.includes(one));

const numbersIn = ({ words }: Worded) => [...words].filter((word) => /^\d/.test(word));

/** Variables of the environment, paths and file names. */
const namesIn = ({ text }: LocatedStatement) =>
  text.match(/[A-Z][A-Z0-9]*_[A-Z0-9_]+|[\w.-]*\/[\w./-]+|\w+\.[a-z]\w*/g) ?? [];

function isReversed(old: LocatedStatement, { dropped }: LocatedStatement): boolean {
  if (!reversible.has(old.about)) return false;
  const text = ` ${old.text.toLowerCase().replace(/[^\p{L}\p{N}._+#-]+/gu, " ")} `.replace(/\.(?= )/g, "");
  return dropped.some((term) => isMentioned(text, term) && !old.dropped.includes(term));
}

const isMentioned = (text: string, term: string): boolean => text.includes(` ${term} `) || text.includes(` ${term}s `);

/** A task is over when something is reported as done that is called the same. */
const isFinished = (old: Worded, statement: Worded): boolean =>
  finishable.has(old.about) && statement.about === "outcome" && overlap(old.words, statement.words) >= sameFrom;

/** A session ends with one outcome, a project has one next step. */
const isReplaced = (old: LocatedStatement, { about, sessionId }: LocatedStatement): boolean =>
  old.about === about && (single.has(about) || (about === "outcome" && old.sessionId === sessionId));
