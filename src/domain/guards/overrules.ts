import type { GuardForm } from "../../store/memory/guard.js";

/** Asking for something, not reporting it. */
const permission =
  /\b(?:use|run|do|try|go ahead|push|edit|change|please|just|can|may|allow(?:ed)?|ok(?:ay)?|fine|this time|once|anyway|here)\b/i;
const refusal = /\b(?:never|not|don't|do not|no|avoid|without|instead of|why|who|nie|nicht|kein)\b/i;
const yes = /^\s*(?:yes|yep|yeah|sure|ok(?:ay)?|go ahead|do it|allowed?|fine|ja|sí|oui)\b/i;
/** Longer messages are pasted texts. */
const maxLength = 1500;

/**
 * Whether a person's message allows what a guard stops, for the rest of the session: it names it and asks for it in one
 * sentence ("use npm here"), or it says yes right after a stop.
 */
export function isOverruled(guard: GuardForm, prompt: string, wasStopped: boolean): boolean {
  if (prompt.length > maxLength) return false;
  if (wasStopped && yes.test(prompt)) return true;
  const names = namesOf(guard);
  const isPermission = (sentence: string) =>
    permission.test(sentence) && !refusal.test(sentence) && names.every((one) => hasOne(sentence, one));
  return prompt.split(/(?<=[.!?;])\s+|\n/).some(isPermission);
}

/** What the person has to name: the program and, where it has many uses, its subcommand; or the file, or the text. */
function namesOf({ command, path, text, tool }: GuardForm): readonly string[] {
  const words = command?.[0]?.split(" ") ?? [];
  if (manyUses.has(words[0] ?? "")) return words.slice(1).filter((word) => !word.startsWith("-"));
  if (words.length > 0) return words.slice(0, 1);
  const [file = ""] = path ?? [];
  if (file !== "") return [file.split("/").findLast((part) => !part.includes("*")) ?? file];
  return [text ?? tool ?? ""];
}

/** "Push to main" names what `git push main` stops, without its program. */
const manyUses: ReadonlySet<string> = new Set(["git", "docker", "kubectl", "terraform", "gh", "aws"]);

function hasOne(sentence: string, name: string): boolean {
  const words = ` ${sentence.toLowerCase().replace(/[^\p{L}\p{N}_./-]+/gu, " ")} `.replaceAll(". ", " ");
  return name.split("|").some((one) => words.includes(` ${one.toLowerCase()} `));
}
