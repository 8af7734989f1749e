import type { Statement } from "../../../../store/archive/exchange.js";
import { contentWords } from "./content-words.js";
import { isStatementLike, tidy } from "./extract-statements.js";
import { properNames } from "./proper-names.js";
import { splitMessage } from "./split-sentences.js";

type Choice = Omit<Statement, "files">;

const maxLength = 240;
/** Where the person only agreed: one word of a proposal that is no name may be in any sentence about the same thing. */
const minShared = 2;
/** Sentences of a reply that has little else to say. */
const maxShortReply = 2;

/**
 * A choice in the words with which the agent confirms it, where it does: "History is in a SQLCipher database." says more
 * than "SQLCipher or the keychain? → sqlcipher".
 */
export function confirmedChoice(choice: Choice, answers: readonly string[]): Choice {
  const [asked = "", answer = ""] = choice.text.split(/ → (?=[^→]*$)/);
  const offered = contentWords(asked);
  const named = [...contentWords(answer)].filter((word) => offered.has(word));
  const terms = named.length > 0 ? new Set(named) : offered;
  const telling = named.length > 0 ? terms : properNames(asked);
  const said = answers.flatMap((text) => splitMessage(text));
  const least = said.length <= maxShortReply ? 1 : minShared;
  const [best] = said
    .filter(({ form, text }) => form === "prose" && text.length <= maxLength && isStatementLike(text, "agent"))
    .map(({ text }) => ({ text, shared: [...contentWords(text)].filter((word) => terms.has(word)) }))
    .filter(({ shared }) => shared.length >= least || shared.some((word) => telling.has(word)))
    .toSorted((a, b) => b.shared.length - a.shared.length);
  return best ? { ...choice, text: tidy(best.text), by: "agent" } : choice;
}
