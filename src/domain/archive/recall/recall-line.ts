import { opening } from "../../../base/text/sentences.js";
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

export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Lines under a title, the most important first. */
export interface RecallSection {
  readonly title: string;
  readonly lines: readonly RecallLine[];
  /** How many lines it adds before it is the turn of the others. Default: 1. */
  readonly linesPerTurn?: number;
}

/**
 * The sections take turns, so that a long one leaves room for the others, and are printed one after the other. A line
 * that does not fit is left out.
 */
export function fitSections(
  sections: readonly RecallSection[],
  maxLength: number,
): { text: string; lines: RecallLine[] } {
  const seen = new Set<string>();
  const chosen = sections.map(({ title, lines, linesPerTurn = 1 }) => ({
    ...{ title, linesPerTurn, rest: [...lines], lines: [] as RecallLine[] },
  }));
  let length = 0;
  while (chosen.some(({ rest }) => rest.length > 0)) {
    for (const { title, linesPerTurn, rest, lines } of chosen) {
      for (const line of rest.splice(0, linesPerTurn)) {
        const added = line.text.length + 1 + (lines.length === 0 ? title.length + 2 : 0);
        if (seen.has(line.item) || length + added > maxLength) continue;
        seen.add(line.item);
        length += added;
        lines.push(line);
      }
    }
  }
  const printed = chosen.filter(({ lines }) => lines.length > 0);
  return {
    text: printed.map(({ title, lines }) => [`${title}:`, ...lines.map(({ text }) => text)].join("\n")).join("\n"),
    lines: printed.flatMap(({ lines }) => lines),
  };
}
