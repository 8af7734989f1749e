import type { Memory } from "../../store/memory/memory.js";
import type { Receipt } from "./receipt.js";

type Lesson = Pick<Memory, "id" | "title" | "content">;

/** Receipts name the memories that they have; those of earlier versions are compared with the title and the content. */
export function isReceived({ text, records }: Pick<Receipt, "text" | "records">, lesson: Lesson): boolean {
  if (records && lesson.id !== "") return records.includes(lesson.id);
  const injected = normalize(text);
  return [lesson.title, lesson.content.slice(0, maxContentLength)]
    .map(normalize)
    .some((part) => part.length >= minLength && injected.includes(part));
}

export const receiptsOf = (receipts: readonly Receipt[], lesson: Lesson): Receipt[] =>
  receipts.filter((receipt) => isReceived(receipt, lesson));

/** It helped, what it says worked, or its guard stopped an action that the person did not allow. */
const followedIn = ({ votes }: Pick<Memory, "votes">): number => votes.helpful + votes.succeeded;
/** It did not help, what it says failed, or the person overruled it. */
export const contradictedIn = ({ votes }: Pick<Memory, "votes">): number => votes.unhelpful + votes.failed;

/** Whether a lesson was contradicted so often that a person has to decide about it. */
export const isDoubted = (memory: Pick<Memory, "votes">): boolean =>
  contradictedIn(memory) >= 2 && contradictedIn(memory) > followedIn(memory);

/** In how many sessions each lesson was given, and how often it was seen to be followed or contradicted; the most given first. */
export const usesOf = (receipts: readonly Receipt[], memories: readonly Memory[]) =>
  memories
    .map((memory) => ({
      id: memory.id,
      title: memory.title,
      given: new Set(receiptsOf(receipts, memory).map(({ session }) => session)).size,
      followed: followedIn(memory),
      contradicted: contradictedIn(memory),
    }))
    .filter(({ given, followed, contradicted }) => given + followed + contradicted > 0)
    .toSorted((a, b) => b.given - a.given);

/** Injected content may be shortened. */
const maxContentLength = 60;
/** Shorter texts occur by chance. */
const minLength = 12;

const normalize = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim();
