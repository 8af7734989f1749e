import type { StatementKind } from "../../../store/archive/exchange.js";
import type { Touch } from "../../../store/archive/session-store.js";
import { contentWords } from "../extract/statements/content-words.js";
import type { CurrentStatement } from "../extract/statements/resolve-statements.js";

const maxStatements = 4;
/** What a file is called by convention says nothing about its content. */
const commonNames = new Set(
  "src lib app main index mod test tests spec common util utils core internal pkg cmd components".split(" "),
);
/** Weights of what links a statement with a file. */
const named = 4;
const sameExchange = 3;
const sharedWord = 2;
const sameFolder = 1;
const sameSession = 1;
/** Said while the file was at work, without naming it: only these are likely about it. */
const byOccasion: ReadonlySet<StatementKind> = new Set(["decision", "trap"]);
const notAboutFiles: ReadonlySet<StatementKind> = new Set(["outcome", "next"]);

/** Statements that name a file, share a word with its path, or were made while it was at work; the best first. */
export function statementsAboutFile(
  current: readonly CurrentStatement[],
  file: string,
  touches: readonly Touch[],
): CurrentStatement[] {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  const isCommonFolder = commonNames.has(folder.split("/").at(-2) ?? "src");
  const pathWords = [...contentWords(file.replaceAll("/", " "))].filter((word) => !commonNames.has(word));
  const touchedExchanges = new Set(touches.map(({ sessionId, exchangeKey }) => `${sessionId}/${exchangeKey}`));
  const touchedSessions = new Set(touches.map(({ sessionId }) => sessionId));

  const score = ({ about, text, files, sessionId, exchangeKey }: CurrentStatement): number => {
    if (text.includes(name)) return named;
    if (notAboutFiles.has(about)) return 0;
    const shared = sharedWords(pathWords, text) * sharedWord;
    if (!byOccasion.has(about) && shared === 0) return 0;
    const occasion = touchedExchanges.has(`${sessionId}/${exchangeKey}`)
      ? sameExchange
      : touchedSessions.has(sessionId)
        ? sameSession
        : 0;
    const isNear = !isCommonFolder && files.some((one) => one.startsWith(folder));
    return shared + occasion + (isNear ? sameFolder : 0);
  };

  return current
    .map((statement) => ({ statement, score: score(statement) }))
    .filter((one) => one.score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxStatements)
    .map(({ statement }) => statement);
}

/** Reading the words of every statement takes longer than a hook has: most texts have none of them. */
function sharedWords(pathWords: readonly string[], text: string): number {
  const lower = text.toLowerCase();
  const candidates = pathWords.filter((word) => lower.includes(word));
  if (candidates.length === 0) return 0;
  const words = contentWords(text);
  return candidates.filter((word) => words.has(word)).length;
}
