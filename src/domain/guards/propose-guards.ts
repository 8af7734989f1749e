import type { Condition, GuardForm } from "../../store/memory/guard.js";

// What a rule forbids is found by the form of its words: names in code, paths, flags and programs on the forbidding side of
// a sentence. A rule with a condition is left to its writer, and a person accepts each guard.

/** Programs that a rule may name without quotes: none of them is a word of everyday language in such a place. */
const program =
  /^(?:npm|pnpm|yarn|bun|npx|pip3?|pipenv|poetry|uv|conda|pytest|jest|mocha|vitest|tsc|eslint|prettier|terraform|kubectl|helm|docker(?:-compose)?|git|gradle|mvn|brew|sudo|curl|wget|nodemon|cargo|composer|psql|python3?|redis-cli|aws|gcloud|adb|pod|rm)$/;
const forbidding =
  /(?<!\bif\s)\b(?:never|don't|do not|doesn't|must not|mustn't|should not|shouldn't|may not|cannot|no|not|nor|nothing|avoid|stays? free of|nie|niemals|nicht|kein\w*|nem|nunca|nada de|não|é proibido|jamais|pas de)(?![\w-])|hands off/giu;
/** What is before them is forbidden. */
const forbidden =
  /\s(?:(?:is|are|sind|ist|é)\s+(?:banned|forbidden|not allowed|off limits|tabu|verboten|proibid\w+)|only (?:happens?|runs?) (?:through|via|in|by|on))/iu;
/** After them a sentence says what is right, or why. */
const ending =
  /[;:](?!\S)|\s-\s|,\s+(?:it|it's|they|that|that's|we|you|I|my|their|the|a|an|also|use|always|write|let|ele|immer|nur|usa)\s|,?\s(?:but|instead|because|so)\s|(?<!\()\)/iu;
/** What a guard cannot know. */
const condition = /\b(?:without(?! asking)|unless|except|only|at the|with the|for real|if|when|forget|ohne|sem|só)\b/iu;
const changing =
  /\b(?:edit|change|modify|touch|write|delete|remove|move|rename|overwrite|mexe)(?:s|ing|d|ten|n|r)?\b/iu;
/** A sentence about a folder or file that says it stays as it is. */
const untouchable = /\b(?:generated|produced|frozen|read[- ]only|vendored|exactly as|as it came)\b/iu;
const place = /\b(?:in|under|into|inside|within|below|em|unter|dentro de)\s+(?:the\s+|any\s+)?$/iu;
/** Lists go on after them. */
const separator = /\s*(?:,|\/(?=\s)|(?<=\s)(?:or|and|nor|oder|und|ou|nem|e)(?=\s))\s*/iu;
const filler =
  /^(?:(?:ever|again|want|to|see|anything|put|use|using|run|running|call|calling|execute|create|skip|with|by|plain|bare|the|a|an|any|no|not|it|de|import|anywhere|files?|inside)\s+)+/iu;
const isRun = /\b(?:run|running|call|calling|execute)\s+`/iu;
/** Words that end a command. */
const functionWord =
  /^(?:to|in|on|at|for|from|by|with|here|there|yourself|directly|ever|either|again|because|since|this|that|is|are|as|anymore|any|para|without|until|the|a|casts?|context|calls?|files?|one|allowed|please|everything|both)$/iu;

type Kind = "path" | "dotted" | "code" | "flag" | "program" | "word";

function kindOf(text: string): Kind {
  if (/^(?:e\.g|i\.e)$/u.test(text)) return "word";
  if (/^--?[a-z][\w-]*$/iu.test(text)) return "flag";
  if (program.test(text)) return "program";
  if (/^@[\w-]+\/|\w\(\)$|[a-z][A-Z]|^[A-Z]+_\w+$|^\w+:[a-z]+$|^[\w-]+\.(?:com|org|io)\//u.test(text)) return "code";
  if (/^[\w.@*<>-]*\/[\w.@*/<>-]*$/u.test(text) && text.length > 1) return "path";
  return /^\*?\.?[\w-]*\.\w{1,10}$/u.test(text) ? "dotted" : "word";
}

/** A rule is a sentence or two. */
const maxLength = 1000;

export function proposeGuards(rule: string): GuardForm[] {
  if (rule.length > maxLength) return [];
  const sentences = rule.trim().split(/(?<=[\w)`][.!?])\s+|\n+/u);
  const found = sentences.flatMap((sentence, i) => conditionsIn(sentence, sentences[i - 1] ?? ""));
  const instead = insteadOf(rule);
  const unique = [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
  return withoutNarrower(unique).map((one) => ({ ...one, effect: "ask", ...(instead ? { instead } : {}) }));
}

function conditionsIn(sentence: string, before: string): Condition[] {
  const passive = forbidden.exec(sentence);
  const cues = passive ? [] : [...sentence.matchAll(forbidding)];
  const where = pathsIn(sentence).filter(
    ({ at }) => at === 0 || place.test(sentence.slice(0, at)) || sentence[at - 1] === "(",
  );
  if (passive) return itemsOf(sentence.slice(0, passive.index), where);
  const start = cues[0]?.index ?? sentence.length;
  if (cues.length === 0) return untouchable.test(sentence) ? pathGuard(pathsIn(sentence).slice(0, 1)) : [];
  const clauses = cues.map(({ 0: cue, index }, i) => {
    const rest = sentence.slice(index + cue.length, cues[i + 1]?.index);
    return rest.slice(0, ending.exec(`${rest} `)?.index ?? rest.length);
  });
  const pushes = clauses.flatMap((clause) => pushTo(clause) ?? []);
  const said = clauses.filter((clause) => !pushTo(clause)).join(", ");
  if (condition.test(said) || /^\W*(?:if|when|anytime)\b/iu.test(sentence)) return pushes;
  // "Calling pytest directly gives false failures, so don't."
  if (!/\w/u.test(said)) return [...pushes, ...(pushes.length > 0 ? [] : itemsOf(sentence.slice(0, start), where))];
  const named = pathsIn(said);
  const isThere = /\b(?:there|it|them|anything)\b/u.test(sentence.slice(start)) || untouchable.test(sentence);
  const earlier = [...pathsIn(sentence.slice(0, start)), ...(isThere ? pathsIn(before) : [])].slice(0, 1);
  const isChange = changing.test(said) || /hands off/iu.test(sentence);
  const files = isChange ? (named.length > 0 ? named : earlier) : [];
  if (files.length === 0) return [...pushes, ...itemsOf(said, where)];
  return pathGuard(files, /\bexist(?:s|ing)?\b|\breleased\b/iu.test(sentence));
}

type Named = { readonly text: string; readonly at: number };

const pathsIn = (sentence: string): Named[] =>
  [...sentence.matchAll(/[^\s,;:()`"]+/gu)]
    .map(({ 0: word, index }) => ({ text: word.replace(/[.!?]+$/u, ""), at: index }))
    .filter(({ text }) => kindOf(text) === "path" || (kindOf(text) === "dotted" && !/^\d/u.test(text)));

const pathGuard = (files: readonly Named[], isExisting = false): Condition[] =>
  files.length === 0
    ? []
    : [{ path: files.map(({ text }) => folderGlob(text)), ...(isExisting ? { new: false } : {}) }];

/** `generated/` is all that is in it, `db/migrate` too; `.meta` is an ending. */
function folderGlob(path: string): string {
  if (/^\.\w+$/u.test(path) && path !== ".env") return `*${path}`;
  if (path.endsWith("/")) return `${path}**`;
  const named = path.replace(/<[^>]*>/gu, "*").replace(/\/\.+$/u, "/**");
  return /\*|\.\w+$/u.test(named) ? (/^[^/]*\*[^/]*\/[^*]*$/u.test(named) ? `**/${named}` : named) : `${named}/**`;
}

/** What is listed after "never" and its like: commands, flags, and names in code with the folder in which they count. */
function itemsOf(clause: string, where: readonly Named[]): Condition[] {
  const commands: string[][] = [];
  const texts: string[] = [];
  let isBare = false;
  for (const item of clause.replace(" (", ", ").split(separator)) {
    const text = item
      .trim()
      .replace(filler, "")
      .replace(/[.!?]+$/u, (end) => (/(?:^|\s)\.$/u.test(item) ? end : ""))
      .trim();
    const quoted = /^[`"]([^`"]+)[`"]/u.exec(text)?.[1];
    const words = (quoted ?? text).split(/\s+/u).filter((word) => word !== "" && !isPlaceholder(word));
    const [first = ""] = words;
    const kind = kindOf(first);
    const last = commands.at(-1);
    const flag = words.find((word) => kindOf(word.replaceAll("`", "")) === "flag")?.replaceAll("`", "");
    const more = commandWords(words);
    const isRunning = quoted !== undefined && isRun.test(item) && text.startsWith("`");
    const isPlain = more.length > 0 && more.every((word) => /^(?:[\w-]+|\.)$/u.test(word));
    const isBareName = /^\w+$/u.test(first) && !functionWord.test(first) && (!words[1] || place.test(`${words[1]} `));
    if (kind === "program" || isRunning) commands.push([...(quoted ? words : more)]);
    else if (last && kindOf(last[0] ?? "") === "program" && isPlain)
      commands.push([...last.slice(0, Math.max(1, last.length - more.length)), ...more]);
    else if (flag?.startsWith("--")) commands.push([flag]);
    else if (/^\w+:[a-z]+$|^[A-Z]+_\w+$/u.test(first)) commands.push(["*", first]);
    else if (kind === "code" || kind === "dotted" || quoted !== undefined || /\bimport\s/u.test(item))
      texts.push(quoted ?? first);
    else if (where.length > 0 && isBareName) {
      isBare = true;
      texts.push(first);
    }
  }
  // Without a place, a word must be a name that is used nowhere else.
  const isName = (text: string) => where.length > 0 || (/\w[./:@]\w|\w\($|[a-z][A-Z]/u.test(text) && used.test(clause));
  const path = where.length > 0 ? { path: where.map((one) => folderGlob(one.text)) } : {};
  if (commands.some(({ length }) => length > 0))
    return [{ command: [...new Set(commands.flatMap((words) => (words.length > 0 ? [wider(words.join(" "))] : [])))] }];
  const pattern = texts.filter(isName).map(escaped).join("|");
  return pattern === "" ? [] : [{ ...path, text: pattern, ...(isBare ? { not: comment } : {}) }];
}

const used = /^\W*(?:ever\s+|again\s+)?(?:use|using|import|call|add)\b/iu;
/** A word of everyday language may be in a comment. */
const comment = String.raw`^\s*(?://|#|/?\*|--|"""|<!--)`;

const escaped = (text: string): string => text.replace(/\(\)$/u, "(").replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");

/** Up to a word of the sentence; none if that word begins a condition. */
function commandWords(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => functionWord.test(word) || /[^\w:.+=@-]/u.test(word));
  const isCondition = /^(?:on|for|with|against|from|at|until)$/iu.test(words[end] ?? "");
  return isCondition ? [] : words.slice(0, end < 0 ? undefined : end);
}

const isPlaceholder = (word: string): boolean => /^(?:[a-z]|<.*>|\[.*\]|\.\.\.|…|pkg|package|name)$/iu.test(word);

/** The same said in another way. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/^npm install$/u, "npm install|i|add|ci"],
  [/^pip3?(?= |$)/u, "pip|pip3"],
  [/^git add (?:-A|--all)$/u, "git add -A|--all"],
  [/^git commit -a$/u, "git commit -a|--all"],
  [/^git push (?:-f|--force)$/u, "git push -f|--force"],
  [/^(?:git commit )?--no-verify$/u, "git commit|push --no-verify|-n"],
  [/^-n$/u, "git commit -n"],
  [/^(docker compose .*)-v$/u, "$1-v|--volumes"],
];
const wider = (command: string): string => synonyms.reduce((text, [from, to]) => text.replace(from, to), command);

function pushTo(clause: string): Condition | undefined {
  if (/^\s*force[- ]push/iu.test(clause)) return { command: ["git push -f|--force|--force-with-lease"] };
  const to = /\bpush(?:ing)?\s+(?:directly |straight )?to\s+(?:the )?(.+)/iu.exec(clause)?.[1];
  const branches = to
    ?.replaceAll("`", "")
    .split(separator)
    .flatMap((one) => /^[\w/-]+/u.exec(one)?.[0] ?? []);
  return branches?.length
    ? { command: [`git push ${branches.filter((one) => !functionWord.test(one) && one !== "ever").join("|")}`] }
    : undefined;
}

/** The command or name in backquotes that the rule says to use. */
const insteadOf = (rule: string): string =>
  [...rule.matchAll(/([\w'-]*)\s+(?:use|run|prefer|with|through)\s+`([^`]+)`/giu)].find(
    ([, before = ""]) => before.search(forbidding) < 0,
  )?.[2] ?? "";

/** "Never npm" includes `npm install`. */
function withoutNarrower(all: readonly Condition[]): Condition[] {
  const commands = all.flatMap(({ command }) => command ?? []);
  const isWider = (a: string, b: string) => a !== b && b.startsWith(`${a} `);
  return all.map((one) =>
    one.command ? { ...one, command: one.command.filter((a) => !commands.some((b) => isWider(b, a))) } : one,
  );
}
