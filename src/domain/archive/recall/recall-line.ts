import { opening } from "../extract/sentences.js";
import type { CurrentStatement } from "../extract/statements/resolve-statements.js";
import type { RecalledMemory } from "./recalled-memory.js";

/** One line that an agent receives. */
export interface RecallLine {
  /** Names what it says among what a session received. */
  readonly item: string;
  readonly text: string;
  /** Sentences in it that could be quoted by another line too. */
  readonly quotes?: readonly string[];
}

const maxText = 220;

/** `- Use pnpm, never npm. [4f2a91c0 03-02]`: the start of the session's id is enough for session_read. */
export const statementLine = (statement: CurrentStatement, label = ""): RecallLine => ({
  item: itemOf(statement.text),
  text: `- ${label}${opening(oneLine(statement.text), maxText)} [${sessionSource(statement)}]`,
});

export function memoryLine({ id, text, day, stale }: RecalledMemory): RecallLine {
  const staleNote = stale.length === 0 ? "" : ` (may be out of date: ${stale.join(", ")} changed since)`;
  return { item: itemOf(text), text: `- ${opening(oneLine(text), maxText)}${staleNote} [${id} ${day.slice(5)}]` };
}

export const sessionSource = ({ sessionId, at }: { sessionId: string; at: string }): string =>
  `${sessionId.replace(/^ses_/, "").slice(0, 8)} ${at.slice(5, 10)}`;

export const itemOf = (text: string): string => `text:${oneLine(text).toLowerCase().slice(0, 200)}`;

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Whole sections from the first on, each cut by whole lines: what does not fit is left out. */
export function fitSections(
  sections: readonly { readonly title: string; readonly lines: readonly RecallLine[] }[],
  maxLength: number,
): { text: string; lines: RecallLine[] } {
  const lines: RecallLine[] = [];
  const seen = new Set<string>();
  let text = "";
  for (const { title, lines: own } of sections) {
    let isOpen = false;
    for (const line of own) {
      const addition = `${isOpen ? "" : `${text === "" ? "" : "\n"}${title}:`}\n${line.text}`;
      if (seen.has(line.item) || text.length + addition.length > maxLength) continue;
      seen.add(line.item);
      text += addition;
      isOpen = true;
      lines.push(line);
    }
  }
  return { text, lines };
}
