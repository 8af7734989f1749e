import type { SearchDocument } from "../../../store/search/search-document.js";
import { type Exchange, readConversation } from "./conversation.js";

/** About what the model reads at once. */
const passageLength = 1000;
const overlap = 150;
/** The beginning of a long text says what it is about; the rest is found by words. */
const maxPassages = 8;
const maxReply = 1200;
/** Anything may come up in a conversation, at any time. */
const maxConversationPassages = 24;

/**
 * The stretches of a document that get a vector each. What a person said gets one of its own beside the one with the
 * answer, and a conversation is read exchange by exchange: a remark is lost in the vector of a whole page. Other texts are
 * cut at spaces and overlap a little.
 */
export function passagesOf({ title, body, reply: whole, files }: SearchDocument): string[] {
  const reply = headAndTail(whole);
  const about = joined([title, files.slice(0, 3).join(" ")]);
  const exchanges = readConversation(body)?.exchanges;
  const passages = exchanges
    ? passagesOfConversation(about, exchanges, reply)
    : [...(reply === "" ? [] : cut(body).slice(0, 1)), ...cut(joined([about, body, reply])).slice(0, maxPassages)];
  return passages.length > 0 ? passages : [" "];
}

/** How each exchange begins, before how any goes on. */
function passagesOfConversation(about: string, exchanges: readonly Exchange[], reply: string): string[] {
  const asked = exchanges.filter((one) => one.asked !== one.whole).flatMap((one) => cut(one.asked).slice(0, 1));
  const wholes = [about, ...exchanges.map(({ whole }) => whole), reply].filter(Boolean).map(cut);
  const heads = wholes.flatMap((pieces) => pieces.slice(0, 1));
  return [...heads, ...asked, ...wholes.flatMap((pieces) => pieces.slice(1))].slice(0, maxConversationPassages);
}

/** Answers are many and long: what they begin and end with tells what they say, and a model reads it in a third of the time. */
const headAndTail = (reply: string): string =>
  reply.length <= maxReply ? reply : `${reply.slice(0, maxReply / 2)}\n${reply.slice(-maxReply / 2)}`;

const joined = (texts: readonly string[]) => texts.filter(Boolean).join("\n");

function cut(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = from + passageLength >= text.length ? text.length : lastSpace(text, from + passageLength);
    pieces.push(text.slice(from, to));
    if (to >= text.length || pieces.length >= maxConversationPassages) break;
    from = to - overlap;
  }
  return pieces;
}

/** The end of the last whole word, unless that would leave little. */
function lastSpace(text: string, end: number): number {
  const at = text.lastIndexOf(" ", end);
  return at > end - passageLength / 2 ? at : end;
}
