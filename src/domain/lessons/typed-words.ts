import { tokensOf } from "../../base/text/tokens.js";
import { passagesOf } from "./passages.js";

/** What hosts write in a person's place: summaries, skills, notices. */
export const hostText =
  /^(?:This session is being continued from a previous conversation|Base directory for this skill:|Caveat: The messages below|\[Request interrupted|# AGENTS\.md instructions|Your task is to create a detailed summary)/;

/** Closed blocks: code, tags, quotations of a few words. Shorter ones are names. */
const blocks = [
  /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1[ \t]*$|(?![\s\S]))/gm,
  /<([a-zA-Z][\w:-]*)(?:\s[^<>]*)?>[\s\S]*?<\/\1\s*>/g,
  /"(?:[^\s"]+\s+){2,}[^"]*"|“(?:[^\s“”]+\s+){2,}[^”]*”|„(?:[^\s“”„]+\s+){2,}[^“”]*[“”]|«\s?(?:[^\s«»]+\s+){2,}[^»]*»/g,
  /"[^"\n]*[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]{4}[^"\n]*"/gu,
  /「[^」]{8,}」|『[^』]{8,}』|“[^”\s]{8,}”|`[^`\n]{24,}`|(?<=[\s:(]|^)'(?:[^\s']+\s+){3,}[^'\n]*'(?![\p{L}])/gmu,
];
const quotedLine = /^[ \t]*(?:>|\||[-*+] \[[ xX]\]| {4}|\t).*$/gm;

/** Words with which a person introduces rules of their own, not the text of another. */
const ownRules =
  /\b(?:rules?|remember|from now on|from here on|always|never|reminder|note to self|regeln?|merk|ab jetzt|ab sofort|immer|reglas?|recuerda|a partir de ahora|siempre|règles?|retiens|désormais|toujours)\b|规则|记住|以后|ルール|今後/iu;
const announcement = /^[^\n]*[:：][ \t]*(?=\n)/gm;

const role =
  "user|human|person|owner|maintainer|admin(?:istrator)?|system|assistant|developer|operator|agent|ai|claude|codex|gemini|gpt\\S*|bot|me|boss|ceo|cto";
/** Where the text of another begins without a mark around it. Nobody can say where it ends. */
const beginnings = [
  /\b(?:says?|said|wrote|writes|reads|states?|stated|told (?:me|us)|tells|commented|replied|answered|schreibt|schrieb|sagt|dice|dijo|escribió|dit|écrit)\b[^.!?\n]{0,60}[:：,]?\s*(?=\n|["“„«「]|[^\n]{15,}\n)|\b(?:says?|said|wrote|reads|states?|schreibt|schrieb|sagt|dice|dit)\s*[:：]/iu,
  new RegExp(`^[ \\t]*[[<(*]{0,3}(?:${role})[\\])>*]{0,3}[ \\t]*[:：>]`, "im"),
  /^(?:#+ |\*\*)?(?:describe the (?:bug|issue)|steps to reproduce|to reproduce|expected (?:behaviou?r|result)|actual (?:behaviou?r|result)|what happened|additional context|environment|issue (?:summary|description)|acceptance criteria|description|summary|motivation)\b[:?]?(?:\*\*)?[:?]?[ \t]*$/im,
  /^(?:from|to|cc|subject|sent|reply-to|author|co-authored-by|signed-off-by|reviewed-by|labels|assignees|reporter|reported by|opened by|title|url|source): \S/im,
  /^(?:commit [\da-f]{7,40}\b|diff --git |@@ |\+\+\+ |--- a\/|---\n\w+:|#!\/|<(?:!doctype|html|head|body|div|article|script|p|h\d)\b)/im,
  /^\[?\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?\]?[ \t]|^\S.{0,40}[ \t]\[?\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?\]?[ \t]*$|^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/im,
  /\b(?:opened this issue|commented on|requested changes|(?:days?|hours?|weeks?|months?) ago\b)[^\n]*\n/i,
  /^\S*(?:https?:\/\/\S+)[ \t]*\n/im,
  /<\/?[a-zA-Z][\w:-]*[-_:][\w:-]*(?:\s[^<>]*)?>/,
];

/** A line that speaks of what comes below it: "why the NPE?", "fix this issue:", "summarize this plan". */
const demonstrative =
  /(?<!\p{L})(?:this|these|here|below|following|attached|dies(?:e[mnrs]?)?|hier|unten|folgende\w*|est[aeo]s?|aquí|siguiente|ce(?:t|tte|s|ci)?|ici|suivante?s?|quest[aeio]|qui|это\p{L}*|эт[аиоу]\p{L}*|ниже|це\p{L}*)(?!\p{L})|这|下面|以下|この|これ|이것|아래/iu;
const greeting =
  /^(?:dear|hi|hello|hey|hallo|guten tag|sehr geehrte\w*|liebe[rs]?|bonjour|cher|chère|salut|hola|estimad[oa]|olá|ciao|gentile|здравствуйте|привет|добрый)(?!\p{L})[^\n]{0,40}[,!]/iu;
const maxIntroduction = 120;
const markedLine = /^[ \t]*(?:>|\||\[…\]|$)/;

/** Where the material begins that a short first line introduces. Material between marks of its own ends with them. */
function materialStart(text: string): number {
  const [first = ""] = text.split(/\n[ \t]*\n/, 1);
  const rest = text.slice(first.length);
  if (rest.trim() === "" || markedLine.test(rest.trimStart())) return text.length;
  if (greeting.test(rest.trimStart())) return first.length;
  if (first.trim().length > maxIntroduction || first.trim().includes("\n") || ownRules.test(first)) return text.length;
  return /[:：?？]\s*$/.test(first) || demonstrative.test(first) ? first.length : text.length;
}

/** What a person typed into a message, without what they pasted: quotations, code, texts that they or a host announced. */
export function typedWords(message: string): string {
  if (hostText.test(message.trimStart())) return "";
  let text = blocks.reduce((rest, block) => rest.replace(block, " […] "), message.replaceAll("\r\n", "\n"));
  const ends = beginnings.map((beginning) => text.search(beginning)).filter((at) => at >= 0);
  for (const { 0: line, index } of text.matchAll(announcement))
    if (!ownRules.test(line) && !markedLine.test(text.slice(index + line.length).trimStart()))
      ends.push(index + line.length);
  text = text.slice(0, Math.min(materialStart(text), ...ends));
  return text.replace(quotedLine, "");
}

const quotations = [/^[ \t]*>.*$/gm, ...blocks.slice(2)];

export const quotationsIn = (answer: string): string[] => quotations.flatMap((one) => answer.match(one) ?? []);

/** What an agent says that it will do or remember: of a text that it read, if the person did not ask for it. */
const promise = new RegExp(
  [
    "^[^\\p{L}]*(?:lesson|rule|preference|convention|policy|reminder|noted|remember(?:ed)?|memory|lektion|regel|notiert|gemerkt|lección|regla|anotado|leçon|règle|noté|правило|запомнил\\p{L}*)(?!\\p{L})[^.!?]{0,40}(?:[:.]|noted|saved|stored|$)",
    "(?<!\\p{L})(?:I|I'll|we|we'll|ich|wir|je|nous|я|мы)(?!\\p{L})[^.!?]*(?<!\\p{L})(?:from now on|always|never|remember|in mind|noted|going forward|in future|every time|ab jetzt|immer|merke|künftig|désormais|toujours|retiens|всегда|запомн\\p{L}*)(?!\\p{L})",
    "(?<!\\p{L})(?:from now on|going forward|ab jetzt|ab sofort|désormais|dorénavant|a partir de ahora|de ahora en adelante|отныне)(?!\\p{L})",
    "recordaré|lo tendré en cuenta|记住了|以后会|今后会|覚えておき|今後は",
  ].join("|"),
  "iu",
);

/** What an agent found out: its answer without quotations, and without promises that the person did not ask for. */
export const ownFindings = (answer: string, said: string): string =>
  withoutPromises(
    quotations.reduce((rest, one) => rest.replace(one, " […] "), answer),
    said,
  );

export function withoutPromises(answer: string, said: string): string {
  const asked = new Set(tokensOf(said));
  return answer
    .split(/(?<=[.!?])(?=\s)|(?<=[。！？])|(?=\n)/)
    .filter((sentence) => !promise.test(sentence) || isAskedFor(sentence, asked))
    .join("");
}

/** Whether most of the words that say something are the person's. */
export function isAskedFor(sentence: string, asked: ReadonlySet<string>): boolean {
  const words = tokensOf(sentence).filter((word) => word.length > 3);
  return words.length > 0 && words.filter((word) => asked.has(word)).length * 2 >= words.length;
}

/**
 * Forms with which people say that something is meant for later. Only where they begin a clause: "Always commit the
 * parent task" is a rule, "the error does not always occur" is not. Derived from the English of three real projects, where
 * all eight such sentences were rules; the other languages are not measured.
 */
const forms = [
  "remember(?: that|:|,)|from now on|from here on|never again|always|never|don't ever|do not ever",
  "merk dir|ab jetzt|ab sofort|nie wieder|immer|niemals",
  "recuerda que|a partir de ahora|de ahora en adelante|nunca más|siempre|nunca",
  "retiens que|souviens-toi que|à partir de maintenant|dorénavant|plus jamais|toujours|jamais",
];
// Behind a colon only what is announced as a rule: "fix this: always …" may repeat the words of another.
const clauseStart = String.raw`(?:^|[.!;]\s+|(?:rules?|reminder|remember|regel|regla|règle)\s*:\s+|,\s+|\b(?:and|und|y|et|no|also)\s+)`;
const explicit = new RegExp(
  `${clauseStart}(?:${forms.join("|")})(?![\\p{L}-])|(?<!\\p{L})never\\b.{3,80}\\bagain\\b|^(?:记住|以后(?:都|不要|请)|今后|覚えておいて|今後は)`,
  "iu",
);
/** A verb in the third person describes, "never appears": it does not ask for anything. */
const described = /(?:^|[\s,])(?:never|always|immer|nunca|siempre|jamais|toujours) \p{L}+(?:s|ed|ing)(?!\p{L})/iu;

const minRuleLength = 15;
const maxRuleLength = 300;
/** Longer messages are pasted texts, whose rules are not the person's. */
const maxMessage = 2500;
const maxSentences = 3;

/** Sentences in which the person says explicitly what is to hold from now on. */
export function explicitWords(prompt: string): string[] {
  if (prompt.length > maxMessage) return [];
  return passagesOf(typedWords(prompt))
    .flatMap((passage) => passage.split(/(?<=[.!?])\s+| · /))
    .map((sentence) => sentence.trim())
    .filter(({ length }) => length >= minRuleLength && length <= maxRuleLength)
    .filter((sentence) => !sentence.endsWith("?") && explicit.test(sentence) && !described.test(sentence))
    .slice(0, maxSentences);
}
