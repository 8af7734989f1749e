/** Ends with a period that does not end a sentence. */
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|bzw|z\.B|d\.h|p\. ?ej|par ex|\p{L})\.$/iu;

/** Asks for a nod, not for an answer. */
const tagQuestion = /,\s*(?:ok(?:ay)?|right|yes|please|ja|gut|in ordnung|vale|de acuerdo|d'accord)\s*\?$/i;

/** How the line of a sentence is set in Markdown: agents write reports as headings and lists. */
export type LineForm = "prose" | "item" | "heading";

export interface Sentence {
  readonly text: string;
  readonly form: LineForm;
}

/** The sentences of a message, without their form. */
export const splitSentences = (text: string): string[] => splitMessage(text).map((sentence) => sentence.text);

/**
 * The sentences of prose as people type it, also those that begin in lower case. Code blocks, quoted lines, tables and
 * markup are left out.
 */
export function splitMessage(message: string): Sentence[] {
  const lines = message
    .replace(/```[\s\S]*?(```|$)/g, "\n")
    .split("\n")
    .filter((line) => !/^\s*(?:>|\||diff --git|@@ )/.test(line));
  return lines.flatMap((line) => {
    const form = formOf(line);
    return splitLine(line.replace(listMark, "").replace(/\*\*|__|`/g, ""))
      .map((sentence) => sentence.trim().replace(tagQuestion, "."))
      .filter((text) => text !== "")
      .map((text) => ({ text, form }));
  });
}

const listMark = /^\s*(?:[#*+•-]+\s+|\d+[.)]\s+)/;

function formOf(line: string): LineForm {
  if (/^\s*#+\s|^\s*\*\*[^*]+\*\*:?\s*$|:\s*$/.test(line)) return "heading";
  return listMark.test(line) ? "item" : "prose";
}

function splitLine(line: string): string[] {
  const sentences: string[] = [];
  for (const part of line.split(/(?<=[.!?]["')”»]?)\s+|(?<=[。！？])/)) {
    const last = sentences.at(-1);
    if (last !== undefined && abbreviation.test(last)) sentences[sentences.length - 1] = `${last} ${part}`;
    else sentences.push(part);
  }
  return sentences.flatMap(splitRunOn);
}

/** More words without a mark between them were dictated, or typed without marks. */
const maxWordsWithoutMark = 24;
const clauseStart =
  /\s+(?=(?:and|so|but|also|plus|then|oh and)\s+(?:please|um|uh|the|we|we're|i|it|it's|our|no|never|always|for|in|from|before|if|you|they|there|don't|let's|\p{Lu})(?!\p{L}))/u;

function splitRunOn(sentence: string): string[] {
  const isRunOn = !/[,;:–—]/.test(sentence) && sentence.split(/\s+/).length > maxWordsWithoutMark;
  return isRunOn ? sentence.split(clauseStart) : [sentence];
}
