import type { LocatedStatement, StoredStatement } from "../../../../store/archive/statement-store.js";
import { contentWords } from "./content-words.js";
import { type CurrentStatement, type ResolvedStatements, resolveStatements } from "./resolve-statements.js";

interface SettledStatements extends ResolvedStatements {
  /** Those whose state differs from the stored one. */
  readonly changes: readonly StoredStatement[];
}

/** Of these only the last one holds, whatever its words are. */
const alwaysCompared: ReadonlySet<string> = new Set(["next", "outcome", "task"]);

/**
 * What holds of the statements of a project, which are in the order in which they were said. Those that were settled are
 * compared only with new ones that share a word with them: a hook has no time to compare all.
 */
export function settleStatements(statements: readonly StoredStatement[]): SettledStatements {
  const words = wordsOf(statements.filter(({ holds }) => holds === undefined));
  const isCompared = ({ holds, about, text }: StoredStatement): boolean => {
    if (holds === undefined) return true;
    const lower = text.toLowerCase();
    return words.length > 0 && (alwaysCompared.has(about) || words.some((word) => lower.includes(word)));
  };
  const compared = new Set(statements.filter(isCompared));
  const { current, superseded } = resolveStatements([...compared]);
  const resolved = new Map(current.map((one) => [keyOf(one), one]));
  const all = statements.flatMap((one): CurrentStatement[] => {
    if (!compared.has(one)) return one.holds === true ? [{ ...one, sessions: [one.sessionId] }] : [];
    const held = resolved.get(keyOf(one));
    return held === undefined ? [] : [held];
  });
  const changes = [...compared]
    .filter((one) => one.holds !== resolved.has(keyOf(one)))
    .map((one) => ({ ...one, holds: resolved.has(keyOf(one)) }));
  return { current: all.reverse(), superseded, changes };
}

/** Stems are beginnings of words: a text that has the word has its stem too. */
const wordsOf = (statements: readonly LocatedStatement[]): string[] => [
  ...new Set(statements.flatMap(({ text, dropped }) => [...contentWords(text), ...dropped])),
];

/** What a statement is found by among those of a project. */
export const keyOf = ({ sessionId, exchangeKey, about, text }: LocatedStatement): string =>
  [sessionId, exchangeKey, about, text].join("\0");
