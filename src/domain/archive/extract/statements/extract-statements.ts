import type { Statement, StatementKind } from "../../../../store/archive/exchange.js";
import { pasted } from "../decision-cues.js";
import { classifyStatement, findCandidate } from "./classify-statement.js";
import { choice, droppedTerms, rejectedTerms } from "./dropped-terms.js";
import {
  elsewhere,
  hypothetical,
  instruction,
  isCodeLike,
  ofToday,
  proverb,
  provisional,
  toolPlan,
  unmarkedQuestion,
} from "./not-a-statement.js";
import { retracts } from "./retraction.js";
import type { Opening, SentenceContext } from "./sentence-features.js";
import { splitMessage } from "./split-sentences.js";
import { wordPattern } from "./word-pattern.js";

type Speaker = Statement["by"];
type Extracted = Omit<Statement, "files">;

const minLength = 8;
const maxLength = 400;
const maxStatements = 12;
const minEndWords = 4;

/** These say how things are: what was given up a sentence before is not theirs. */
const reports: ReadonlySet<StatementKind> = new Set(["outcome", "task", "next"]);

interface MessageContext {
  /** How a prompt opens. */
  readonly opening?: Opening;
  /** Whether the agent says nothing after this message until the next prompt. */
  readonly isFinal?: boolean;
}

/** What a message states for later sessions: sentences that a small classifier picks. */
export function extractStatements(
  text: string,
  by: Speaker,
  { opening = "request", isFinal = by === "agent" }: MessageContext = {},
): Extracted[] {
  const parts = splitMessage(text);
  const sentences = parts.map((part) => part.text);
  const found = parts.map((part, index) =>
    classify(part.text, by, sentences[index + 1] ?? "", {
      opening: index === 0 && by === "person" ? opening : undefined,
      place: { form: part.form, index, count: parts.length, isFinal },
    }),
  );
  const classified = found.map((one) => (one?.isCandidate ? undefined : one));
  const candidates = found.flatMap((one, i): Extracted[] => {
    const sentence = sentences[i] ?? "";
    if (!one?.isCandidate || isRetracted(sentence, sentences.slice(i + 1))) return [];
    return [{ kind: "statement", ...one, text: tidy(sentence), by, dropped: [] }];
  });
  const statements: Extracted[] = [];
  let dropped: string[] = [];
  let end = "";
  for (const [i, sentence] of sentences.entries()) {
    const { about, ...rest } = isRetracted(sentence, sentences.slice(i + 1)) ? {} : (classified[i] ?? {});
    if (about !== undefined && reports.has(about)) dropped = [];
    const given = isStatementLike(sentence, by) ? droppedTerms(sentence) : [];
    const rejected = by === "person" && isProse(sentence) ? rejectedTerms(sentence, sentences[i + 1] ?? "") : [];
    dropped.push(...given, ...rejected);
    // An agent that explains code says "instead of" all the time. "Not bad." gives nothing up.
    if (given.length > 0 && by === "person" && sentence.split(/\s+/).length >= minEndWords) end = sentence;
    // What is out, and why, before what takes its place: that has the terms.
    const isOnlyRejection = rejected.length > 0 && rejectedTerms(sentence, "").length === 0;
    const isOnlyEnd = given.length > 0 && !choice.test(sentence);
    if (about === undefined || isOnlyRejection || (isOnlyEnd && classified[i + 1]?.about === "decision")) continue;
    // "An outbox table it is. Drop NATS.": what takes its place was said before.
    if (isOnlyEnd && about === "decision" && classified[i - 1]?.about === "decision") continue;
    statements.push({ kind: "statement", about, text: tidy(sentence), by, ...rest, dropped });
    dropped = [];
  }
  // Where something was given up and nothing else stated, the end itself is worth stating.
  if (statements.length === 0 && dropped.length > 0 && end !== "")
    statements.push({ kind: "statement", about: "decision", text: tidy(end), by, dropped: [] });
  // What was given up last belongs to what was said last.
  const lasts = statements.length > 0 ? statements : candidates;
  const last = lasts.pop();
  if (last) lasts.push({ ...last, dropped: [...last.dropped, ...dropped] });
  return [...statements.slice(0, maxStatements), ...candidates.slice(0, maxStatements)];
}

function classify(
  sentence: string,
  by: Speaker,
  next: string,
  context: SentenceContext,
): Omit<Extracted, "kind" | "text" | "by" | "dropped"> | undefined {
  if (!isProse(sentence) || elsewhere.test(sentence)) return undefined;
  const classified = findCandidate(sentence, by, context);
  const about = classified?.about;
  if (about !== undefined && !reports.has(about) && isOfThisMoment(sentence, by)) return undefined;
  // A person asks for something lasting politely, an agent proposes ("next I would").
  const isPolite = by === "person" ? about === "preference" && politeWish.test(sentence) : about === "next";
  // Open work and the next step hold until they are done.
  if (
    (provisional.test(sentence) && about !== "task" && about !== "next") ||
    (hypothetical.test(sentence) && !isPolite)
  )
    return undefined;
  if (by === "agent" || (classified && !classified.isCandidate)) return classified;
  if (confirmation.test(next)) return { about: "decision" };
  return isReminder(next) ? { about: "fact" } : classified;
}

const isOfThisMoment = (sentence: string, by: Speaker): boolean =>
  ofToday.test(sentence) || proverb.test(sentence) || (by === "person" && unmarkedQuestion.test(sentence));

/** "Sorry." and "No, wait." are about the sentence after them. */
const maxCueWords = 3;

/** Whether the next sentence retracts a sentence, together with the one after it where it only announces that. */
function isRetracted(sentence: string, [next, afterNext = ""]: readonly string[]): boolean {
  if (next === undefined) return false;
  const isCue = afterNext !== "" && next.split(/\s+/).length <= maxCueWords;
  return retracts(isCue ? `${next} ${afterNext}` : next, sentence);
}

/** "That's final." is about the sentence before it, and so is "Remember that." */
const confirmation =
  /^(?:(?:that's|that is|this is|it's|c'est|das ist|eso es)\s)?(?:final|decided|settled|agreed|fixed|non-negotiable|beschlossen|entschieden|decidido|décidé)(?:[.,!]|$)/iu;
const isReminder = (sentence: string) =>
  /^(?:please )?(?:remember|keep in mind|for the record|merk dir|recuerda|souviens-toi)(?!\p{L})/iu.test(sentence) &&
  sentence.split(/\s+/).length <= 4;

/** Whether a sentence may be quoted to a later session: no plan, order or hypothetical either. */
export const isStatementLike = (sentence: string, by: Speaker): boolean =>
  isProse(sentence) &&
  !hypothetical.test(sentence) &&
  !provisional.test(sentence) &&
  !isOfThisMoment(sentence, by) &&
  !elsewhere.test(sentence) &&
  !instruction.test(sentence) &&
  (by === "person" || !toolPlan.test(sentence));

/** No question, log, code or words of another author; a polite request has the form of a question. */
function isProse(sentence: string): boolean {
  if (!hasWords(sentence) || sentence.length > maxLength) return false;
  if (/[?？]["')”»」]?$|^¿/.test(sentence) && !politeRequest.test(sentence)) return false;
  if (/(?:^|[\s\w])(?:error|exception): /i.test(sentence)) return false;
  return !pasted.test(sentence) && !isCodeLike(sentence) && !isQuotation(sentence) && !confirmation.test(sentence);
}

/** A character of Chinese or Japanese says as much as a part of a word, and no spaces separate them. */
const hasWords = (sentence: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{4}/u.test(sentence) ||
  (sentence.length >= minLength && /\p{L}{2}.*\s/u.test(sentence));

const politeWish = wordPattern(
  "(?:i would|i'd|we would|we'd) (?:like|love|ask|prefer|rather|be grateful|appreciate)|(?:could|would) you|would be (?:nice|good|great)",
  "(?:ich|wir) (?:würde|möchte|hätte|würden|möchten|hätten)|(?:me|nos) gustaría|(?:j'|on |nous )(?:aimerai[st]|aimerions)|je voudrais",
);
const politeRequest = /^(?:(?:and|also|please|so|but),? )*(?:can|could|would|will) you\s/i;

// Of several words, or of several characters where no spaces separate words.
const quoted =
  /["“«„][^"”»“]*\s[^"”»“]*\s[^"”»“]*["”»“]|(?<=^|\s)['‘][^'’]*\s[^'’]*\s[^'’]*['’](?=[\s,.;]|$)|[“「『"][^”」』"]*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{4}[^”」』"]*[”」』"]/u;

/** Words of another author; a trap may quote its error. */
const isQuotation = (sentence: string) =>
  quoted.test(sentence) && classifyStatement(sentence.replace(quoted, " "), "person")?.about !== "trap";

/** Without what only joins it to the conversation. */
export const tidy = (sentence: string): string =>
  sentence
    .replace(
      /^(?:(?:ok(?:ay)?|well|right|yes|good|great|fine|noted|understood|done|lovely|hey|verstanden|gut|notiert|hecho|perfecto|d'accord|entendu)\s?[,:!]\s+|(?:so|and|but|also|oh|und|y|et)\s+)+(?=\S+\s+\S+)/i,
      "",
    )
    .trim();
