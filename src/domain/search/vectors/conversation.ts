/** What the first speaker says, and the same with all that follows up to where that speaker has the word again. */
export interface Exchange {
  readonly asked: string;
  readonly whole: string;
}

export interface Conversation {
  readonly exchanges: readonly Exchange[];
  /** What people said, and what a program answered them. */
  readonly people: string;
  readonly programs: string;
}

interface Turn {
  readonly speaker: string;
  text: string;
}

/** A name and a colon, perhaps set in bold, perhaps after a time in brackets. */
const mark = /^(?:[[(][^\])\n]{1,40}[\])] ?)?\*{0,2}(\p{L}[\p{L}\p{N} ._'-]{0,30})\*{0,2}:\*{0,2}\s/u;
const isProgram = /^(?:assistant|ai|bot|model|agent|system|tool|claude|chatgpt|gpt|copilot|gemini)$/i;
const isPerson = /^(?:user|human)$/i;
const minTurns = 4;

/**
 * Reads a text whose lines begin with `name:` as what several speakers said in turn, or answers undefined. Speakers whose
 * names do not tell speak more than once: that tells them from the headings of a report and the keys of a configuration.
 */
export function readConversation(text: string): Conversation | undefined {
  if (!mark.test(text)) return undefined;
  const turns = turnsOf(text);
  if (!areTurns(turns)) return undefined;
  const said = (byProgram: boolean) => turns.filter(({ speaker }) => isProgram.test(speaker) === byProgram);
  return { exchanges: exchangesOf(turns), people: textOf(said(false)), programs: textOf(said(true)) };
}

function areTurns(turns: readonly Turn[]): boolean {
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  if (
    speakers.length === 2 &&
    speakers.some((one) => isPerson.test(one)) &&
    speakers.some((one) => isProgram.test(one))
  ) {
    return true;
  }
  return turns.length >= minTurns && speakers.length >= 2 && speakers.length <= turns.length / 2;
}

function turnsOf(text: string): Turn[] {
  const turns: Turn[] = [];
  for (const line of text.split("\n")) {
    const speaker = mark.exec(line)?.[1];
    const last = turns.at(-1);
    if (speaker !== undefined) turns.push({ speaker, text: line });
    else if (last) last.text += `\n${line}`;
  }
  return turns;
}

function exchangesOf(turns: readonly Turn[]): Exchange[] {
  const first = turns[0]?.speaker;
  const exchanges: Turn[][] = [];
  for (const turn of turns) {
    if (turn.speaker === first) exchanges.push([turn]);
    else exchanges.at(-1)?.push(turn);
  }
  return exchanges.map((some) => ({ asked: textOf(some.slice(0, 1)), whole: textOf(some) }));
}

const textOf = (turns: readonly Turn[]): string => turns.map(({ text }) => text).join("\n");
