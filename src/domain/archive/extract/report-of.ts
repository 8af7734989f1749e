import type { Exchange } from "../../../store/archive/exchange.js";

/** A shorter paragraph only says that it is done. */
const minLength = 30;

/** What came of an exchange, in the agent's words: its last paragraph that is not a question; else what its commands showed. */
export function reportOf({ answer, solution: { outcome, approach } }: Exchange): string {
  const paragraphs = answer.split(/\n\s*\n/).map((text) => text.trim());
  const report = paragraphs.findLast((text) => text.length >= minLength && !/\?$|^(`{3}|\|)/.test(text));
  return report ?? (outcome || approach);
}
