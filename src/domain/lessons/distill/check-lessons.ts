import { laterOf } from "../../../base/days.js";
import { findObject, isObject } from "../../../base/json.js";
import { tokensOf } from "../../../base/text/tokens.js";
import { truncate } from "../../../base/text/truncate.js";
import { maxTitleLength, textOf, titleFrom } from "../../memory/lesson.js";
import type { ShownMemory } from "../../memory/memories.js";
import { isOfPerson, lessonKinds } from "../given-lesson.js";
import { quotationsIn, withoutPromises } from "../typed-words.js";
import type { CitedExchange } from "./digest-session.js";
import { normalize, occursIn, ungroundedTerms } from "./ungrounded-terms.js";

/** A lesson as a model wrote it: nothing of it is checked yet. */
export type DraftLesson = NonNullable<ReturnType<typeof readDraft>>;

/** The drafts of a reply, undefined for one that does not have the form of the schema. */
export function readDrafts(reply: string): (DraftLesson | undefined)[] | undefined {
  const lessons = findObject(reply, ["lessons"])?.lessons;
  return Array.isArray(lessons) ? lessons.map(readDraft) : undefined;
}

function readDraft(value: unknown) {
  if (!isObject(value)) return undefined;
  const kind = lessonKinds.find((one) => one === value.kind);
  const evidence = Array.isArray(value.evidence) ? value.evidence.filter(isObject) : [];
  if (kind === undefined || evidence.length === 0) return undefined;
  return {
    kind,
    // Models count characters badly.
    title: titleFrom(plainText(value.title)),
    content: plainText(value.content),
    evidence: evidence.map(({ exchange, quote }) => ({ exchange: plainText(exchange), quote: plainText(quote) })),
    files: (Array.isArray(value.files) ? value.files : []).map(plainText).filter(Boolean),
    /** What a machine can check of a rule, in the form of guards. */
    guard: kind === "rule" ? value.guard : undefined,
    confirms: plainText(value.confirms),
    replaces: plainText(value.replaces),
  };
}

const plainText = (value: unknown): string => (typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "");

/** A lesson whose evidence is there. */
export interface CheckedLesson extends DraftLesson {
  readonly quotes: readonly { readonly exchange: CitedExchange; readonly quote: string }[];
}

export type DroppedLesson = { readonly title: string; readonly reason: string };

interface CheckContext {
  readonly exchanges: readonly CitedExchange[];
  /** Lessons that the model was shown. */
  readonly lessons: readonly ShownMemory[];
  /** Further lessons are dropped. */
  readonly max: number;
  /** Replaces secrets. */
  redact(text: string): string;
}

const maxContent = 500;
const maxEvidence = 4;
/** A shorter quotation proves something only where it is the person's whole answer. */
const minQuoteWords = 2;
const maxAnswerWords = 12;

/** Checks what a model wrote against the session, without a model. What fails is dropped, with the reason. */
export function checkLessons(drafts: readonly (DraftLesson | undefined)[], context: CheckContext) {
  const lessons: CheckedLesson[] = [];
  const dropped: DroppedLesson[] = [];
  for (const draft of drafts) {
    const result = lessons.length >= context.max ? "more than five lessons of one part" : checkLesson(draft, context);
    if (typeof result === "string") dropped.push({ title: context.redact(draft?.title ?? ""), reason: result });
    else lessons.push(result);
  }
  return { lessons, dropped };
}

/** The lesson, or why it is dropped. */
function checkLesson(draft: DraftLesson | undefined, context: CheckContext): CheckedLesson | string {
  if (!draft) return "not in the form of the schema";
  const quotes: { exchange: CitedExchange; quote: string }[] = [];
  for (const { exchange: label, quote } of draft.evidence) {
    const exchange = context.exchanges.find((one) => one.label === label);
    if (!exchange) return `there is no exchange ${label}`;
    quotes.push({ exchange, quote });
  }
  const old = context.lessons.find(({ id }) => id === (draft.replaces || draft.confirms));
  const checked = { ...draft, kind: provenKind(draft, quotes), quotes };
  return (
    formProblem(draft) ??
    secretProblem(checked, context.redact) ??
    quoteProblem(checked) ??
    lessonProblem(checked, old) ??
    groundProblem(checked, context) ??
    pastedProblem(checked) ??
    checked
  );
}

/** What the agent settled alone is how the project is built, not what the person decided. */
function provenKind({ kind, replaces, title, content }: DraftLesson, quotes: CheckedLesson["quotes"]) {
  const isFact = kind === "decision" && replaces === "" && !quotes.some(isPersons) && quotes.some(isAgents);
  return isFact && !/\b(?:person|user)\b/i.test(`${title} ${content}`) ? "fact" : kind;
}

function formProblem({ title, content, evidence, confirms, replaces }: DraftLesson): string | undefined {
  if (evidence.length > maxEvidence) return `more than ${maxEvidence} quotations`;
  if (confirms !== "" && replaces !== "") return "it confirms and replaces at once";
  if (confirms !== "") return undefined;
  if (title === "" || title.length > maxTitleLength) return `the title must have 1 to ${maxTitleLength} characters`;
  if (content === "" || content.length > maxContent) return `the content must have 1 to ${maxContent} characters`;
  return undefined;
}

function secretProblem({ title, content, evidence, files }: DraftLesson, redact: (text: string) => string) {
  const text = [title, content, ...evidence.map(({ quote }) => quote), ...files].join("\n");
  return redact(text) !== text || text.includes("[REDACTED") ? "it contains a credential" : undefined;
}

function quoteProblem({ kind, quotes }: CheckedLesson): string | undefined {
  for (const { exchange, quote } of quotes)
    if (!isQuotedFrom(exchange.source, quote))
      return `${exchange.label} does not contain the quotation "${shortened(quote)}"`;
  if (!quotes.some(({ quote }) => countWords(quote) >= minQuoteWords)) return "its quotations are too short";
  if ((kind === "rule" || kind === "decision") && !quotes.some(isPersons)) return `a ${kind} must quote the person`;
  if (!quotes.some((one) => isPersons(one) || isAgents(one))) return "it rests on pasted text alone";
  return undefined;
}

/** Verbatim, but for parts that are marked as left out. */
const isQuotedFrom = (source: string, quote: string): boolean =>
  quote.split(/\[?(?:…|\.{3,})\]?/).every((part) => part.trim() === "" || occursIn(normalize(source), normalize(part)));

/** In the person's own words; one word only where it answers a question. */
function isPersons({ exchange, quote }: CheckedLesson["quotes"][number]): boolean {
  if (!isQuotedFrom(exchange.said, quote)) return false;
  return countWords(quote) >= minQuoteWords || countWords(exchange.said) <= maxAnswerWords;
}

/** What an agent quotes from a page or a file is not what it found; a name in code within its own sentence is. */
const isAgents = ({ exchange, quote }: CheckedLesson["quotes"][number]): boolean =>
  isQuotedFrom(withoutPromises(exchange.answer, exchange.said), quote) &&
  !quotationsIn(exchange.answer).some((other) => isQuotedFrom(other, quote));

/** A rule or a decision ends only by later words of the person about the same thing, a fact also by what the agent found. */
function lessonProblem(lesson: CheckedLesson, old: ShownMemory | undefined): string | undefined {
  const id = lesson.replaces || lesson.confirms;
  if (id === "") return undefined;
  if (!old || lesson.confirms !== "") return old ? undefined : `there is no lesson ${id}`;
  const ending = lesson.quotes.filter((one) => isPersons(one) || (!isOfPerson(old) && isAgents(one)));
  if (ending.length === 0) return `no words of the person end ${id}`;
  const said = old.evidence.map(({ at }) => at).reduce(laterOf, "");
  if (!ending.some(({ exchange }) => exchange.at > said)) return `${id} was said later`;
  const about = new Set(contentTokens(textOf(old)));
  const words = contentTokens([lesson.content, ...ending.map(({ quote }) => quote)].join(" "));
  return words.some((word) => about.has(word)) ? undefined : `the words quoted are not about ${id}`;
}

/** A state sums up a session; any other lesson rests on what it cites. */
function groundProblem(lesson: CheckedLesson, { exchanges, lessons }: CheckContext): string | undefined {
  if (lesson.confirms !== "") return undefined;
  const cited = lesson.kind === "state" ? exchanges : lesson.quotes.map(({ exchange }) => exchange);
  // The session calls its two speakers so.
  const sources = ["person, agent", ...cited.map(({ source }) => source)].join("\n");
  // What a session is about is named once, and lessons that the model was shown have names too; numbers have a place.
  const known = normalize([exchanges[0]?.said ?? "", ...lessons.map(textOf)].join("\n"));
  const [term] = [lesson.title, lesson.content]
    .flatMap((text) => ungroundedTerms(text, sources))
    .filter((one) => /^[~+-]?\p{N}/u.test(one) || !occursIn(known, normalize(one)));
  return term === undefined ? undefined : `the exchanges it cites do not contain "${shortened(term)}"`;
}

/** Names and log lines of a pasted text may be in a lesson; one that is made of its words is another's. */
const maxPastedShare = 0.4;

function pastedProblem({ title, content, quotes, confirms }: CheckedLesson): string | undefined {
  const own = new Set(quotes.flatMap(({ exchange }) => tokensOf(exchange.grounds)));
  const pasted = new Set(quotes.flatMap(({ exchange }) => tokensOf(exchange.source)).filter((word) => !own.has(word)));
  const words = contentTokens(`${title} ${content}`);
  const isPasted = words.filter((word) => pasted.has(word)).length > words.length * maxPastedShare;
  return confirms === "" && isPasted ? "it is made of pasted text" : undefined;
}

const contentTokens = (text: string): string[] =>
  tokensOf(text).filter((word) => word.length > 2 && !(lessonKinds as readonly string[]).includes(word));

/** Chinese has no spaces: two characters are about a word. */
const word = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]{1,2}|[\p{L}\p{N}]+/gu;
const countWords = (text: string): number => text.match(word)?.length ?? 0;

const shortened = (text: string): string => truncate(text, 60);
