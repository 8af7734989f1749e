import type { Memory } from "../../store/memory/memory.js";
import type { Receipt } from "./receipt.js";

type Lesson = Pick<Memory, "title" | "content">;

/** Receipts name no records: a memory was received if the injected text has its title or the start of its content. */
export function isReceived(text: string, { title, content }: Lesson): boolean {
  const injected = normalize(text);
  return [title, content.slice(0, maxContentLength)]
    .map(normalize)
    .some((part) => isDistinctive(part) && injected.includes(part));
}

export const receiptsOf = (receipts: readonly Receipt[], lesson: Lesson): Receipt[] =>
  receipts.filter(({ text }) => isReceived(text, lesson));

/** Injected content may be shortened. */
const maxContentLength = 60;
/** Shorter texts occur by chance. */
const minLength = 12;

const isDistinctive = (part: string): boolean => part.length >= minLength;
const normalize = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim();
