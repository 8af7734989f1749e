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

/** What a person typed into a message, without what they pasted: quotations, code, texts that they or a host announced. */
export function typedWords(message: string): string {
  if (hostText.test(message.trimStart())) return "";
  let text = blocks.reduce((rest, block) => rest.replace(block, " […] "), message.replaceAll("\r\n", "\n"));
  const ends = beginnings.map((beginning) => text.search(beginning)).filter((at) => at >= 0);
  for (const { 0: line, index } of text.matchAll(announcement))
    if (!ownRules.test(line)) ends.push(index + line.length);
  text = text.slice(0, Math.min(text.length, ...ends));
  return text.replace(quotedLine, "");
}

/** What an answer quotes. */
export const quotationsIn = (answer: string): string[] =>
  [/^[ \t]*>.*$/gm, ...blocks.slice(2)].flatMap((block) => answer.match(block) ?? []);
