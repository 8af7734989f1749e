import type { SearchDocument } from "../../../store/search/search-document.js";
import { type Exchange, readConversation } from "./conversation.js";

/** In characters: about the input length of the model. */
const passageLength = 1000;
const overlap = 150;
/** The beginning of a long text says what it is about; the rest is found by keywords. */
const maxPassages = 8;
const maxReply = 1200;
/** Higher, because a conversation changes its topic. */
const maxConversationPassages = 24;

/**
 * The passages of a document, one vector each. A question gets a vector of its own and another one with the
 * answer, and a conversation one per exchange, because a remark is lost in the vector of a whole page. Other texts are
 * split at spaces with an overlap.
 */
export function passagesOf({ title, body, reply: fullReply, files }: SearchDocument): string[] {
  const reply = headAndTail(fullReply);
  const header = joinLines([title, files.slice(0, 3).join(" ")]);
  const exchanges = readConversation(body)?.exchanges;
  const passages = exchanges
    ? passagesOfConversation(header, exchanges, reply)
    : [
        ...(reply === "" ? [] : splitAtSpaces(body).slice(0, 1)),
        ...splitAtSpaces(joinLines([header, body, reply])).slice(0, maxPassages),
      ];
  return passages.length > 0 ? passages : [" "];
}

/** The first passage of every exchange comes before the later ones of any. */
function passagesOfConversation(header: string, exchanges: readonly Exchange[], reply: string): string[] {
  const questions = exchanges
    .filter((one) => one.question !== one.text)
    .flatMap((one) => splitAtSpaces(one.question).slice(0, 1));
  const parts = [header, ...exchanges.map(({ text }) => text), reply].filter(Boolean).map(splitAtSpaces);
  const heads = parts.flatMap((passages) => passages.slice(0, 1));
  return [...heads, ...questions, ...parts.flatMap((passages) => passages.slice(1))].slice(0, maxConversationPassages);
}

/** Replies are long: their beginning and end are representative, and take the model a third of the time. */
const headAndTail = (reply: string): string =>
  reply.length <= maxReply ? reply : `${reply.slice(0, maxReply / 2)}\n${reply.slice(-maxReply / 2)}`;

const joinLines = (texts: readonly string[]) => texts.filter(Boolean).join("\n");

function splitAtSpaces(text: string): string[] {
  const passages: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = from + passageLength >= text.length ? text.length : lastSpace(text, from + passageLength);
    passages.push(text.slice(from, to));
    if (to >= text.length || passages.length >= maxConversationPassages) break;
    from = to - overlap;
  }
  return passages;
}

/** The end of the last whole word, unless that would leave little. */
function lastSpace(text: string, end: number): number {
  const at = text.lastIndexOf(" ", end);
  return at > end - passageLength / 2 ? at : end;
}
