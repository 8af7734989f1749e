import { globRegex } from "../../base/text/glob.js";
import { linearRegex } from "../../base/text/linear-regex.js";
import type { Condition, Guard } from "../../store/memory/guard.js";
import type { Memory } from "../../store/memory/memory.js";
import type { FileChange, ReadAction } from "./read-action.js";
import { composed, programOf, type ShellCommand } from "./shell-commands.js";

/** Whether an action is what a guard stops. All conditions that the guard has must hold; what is quickly checked comes first. */
export function matchesGuard(guard: Condition, action: ReadAction): boolean {
  const { tool, command, path, text, not } = guard;
  if (tool !== undefined && !isOneOf(tool.toLowerCase(), action.tool.toLowerCase())) return false;
  const has = (one: string) => text === undefined || linearRegex(text)(one);
  const isFine = (one: string) => not !== undefined && linearRegex(not)(one);
  if (command)
    return action.commands.some(
      (one) =>
        command.some((words) => matchesWords(words.split(" "), one)) &&
        (path === undefined || one.paths().some(pathMatcher(path))) &&
        has(one.text) &&
        !isFine(one.text),
    );
  if (path === undefined && text === undefined && not === undefined && guard.new === undefined)
    return tool !== undefined;
  if (action.changes.length === 0) return false;
  const isPath = path === undefined ? () => true : pathMatcher(path);
  return action.changes.some((change) => {
    if (!isPath(change.file) || (guard.new !== undefined && guard.new !== isNew(change))) return false;
    const written = change.text?.slice(0, maxTextLength) ?? "";
    if (text === undefined) return not === undefined || (change.isWhole === true && !isFine(written));
    return has(written) && addedLines(change, written).some((line) => has(line) && !isFine(line));
  });
}

/** What edits a part of a file knows that it is there. */
const isNew = ({ exists, before, now }: FileChange): boolean =>
  exists !== true && (before ?? "") === "" && now() === undefined;

const maxTextLength = 200_000;

/** The lines that are not in the file yet, or not in what they take the place of. */
function addedLines({ before, isWhole, now }: FileChange, written: string): string[] {
  const known = new Set((before ?? (isWhole ? now() : undefined))?.split("\n").map((line) => line.trim()));
  return written.split("\n").filter((line) => !known.has(line.trim()));
}

/**
 * `git push main|master`: the program, its subcommand, and further words in this order; flags, and what follows them,
 * anywhere. `a|b` is either, `*` any text, and as the program any of them.
 */
function matchesWords(pattern: readonly string[], { words, env }: Pick<ShellCommand, "words" | "env">): boolean {
  const [program = "", ...rest] = isFlag(pattern[0] ?? "") ? ["*", ...pattern] : composed(pattern);
  if (/^\w+=/.test(program)) return hasWord(program, env) && matchesWords(rest, { words, env });
  if (!isOneOf(program, programOf(words).replace(/(?<=.)@.*/, ""))) return false;
  const variables = program === "*" ? env.map((one) => one.replace(/=.*/s, "")) : [];
  const args = [...words.slice(1).flatMap(splitFlag), ...variables];
  const isAfterFlag = (i: number) => isFlag(args[i - 1] ?? "") && !args[i - 1]?.includes("=");
  const positional = args.findIndex((arg, i) => !isFlag(arg) && !isAfterFlag(i));
  const tokens = rest.flatMap(splitFlag);
  let at = -1;
  return tokens.every((token, i) => {
    if (isFlag(token) || token.startsWith("+")) return hasWord(token, args);
    const isSubcommand = i === 0 && program !== "*";
    const isValue = i > 0 && isFlag(tokens[i - 1] ?? "");
    const next = args.findIndex((arg, j) => (isValue || j > at) && !isFlag(arg) && isWord(token, arg));
    if (!isValue) at = next;
    return next >= 0 && !(isSubcommand && positional >= 0 && next > positional);
  });
}

const isFlag = (word: string): boolean => /^-./.test(word);

/** `--context=prod` is `--context prod`. */
const splitFlag = (word: string): string[] => {
  const at = /^--[\w-]+=/.exec(word)?.[0].length ?? 0;
  return at === 0 ? [word] : [word.slice(0, at - 1), word.slice(at)];
};

/** `a|b`, with `*` for any text. */
const isOneOf = (pattern: string, word: string): boolean =>
  pattern.split("|").some((one) => {
    const [start = "", ...rest] = one.split("*");
    const end = rest.at(-1);
    return end === undefined ? one === word : word.startsWith(start) && word.slice(start.length).endsWith(end);
  });

/** `a|b`, anywhere among the arguments. */
const hasWord = (word: string, args: readonly string[]): boolean =>
  word.split("|").some((one) => (isCluster(one) ? hasFlags(one, args) : args.some((arg) => isWord(one, arg))));

/** `main` is also the target of `HEAD:main` and of `+refs/heads/main`, `prettier` is also `prettier@3`. */
const isWord = (word: string, arg: string): boolean => {
  const target = arg.slice(arg.lastIndexOf(":") + 1).replace(/^\+?(?:refs\/heads\/)?/, "");
  const names = isFlag(word) ? [arg] : [arg, target, arg.replace(/(?<=.)@.*/, "")];
  return names.some((one) => isOneOf(word, one));
};

/** Short flags may be joined and come in any order: `-fd` is also `-dfx` and `-f -d`. */
const isCluster = (word: string): boolean => /^-[A-Za-z]{1,4}$/.test(word);

function hasFlags(flags: string, args: readonly string[]): boolean {
  if (args.includes(flags)) return true;
  const letters = new Set(args.filter(isCluster).join(""));
  return [...flags.slice(1)].every((letter) => letters.has(letter));
}

/** Globs from the project's folder, with `!` for exceptions; a name without a slash is found in every folder. */
function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const included = patterns.filter((one) => !one.startsWith("!")).map(globOf);
  const excluded = patterns.filter((one) => one.startsWith("!")).map((one) => globOf(one.slice(1)));
  return (path) =>
    (included.length === 0 || included.some((matches) => matches(path))) && !excluded.some((matches) => matches(path));
}

function globOf(pattern: string): (path: string) => boolean {
  const whole = pattern.replace(/^\.\//, "").replace(/\/$/, "/**");
  const isOutside = pattern.startsWith("/");
  const start = isOutside ? "" : whole.includes("/") ? "/" : "**/";
  // A folder is all that is in it; deleting it changes that, too.
  const inside = whole.replace(/\/\*\*(?:\/\*)?$/, "");
  const isFolder = inside !== whole || !whole.slice(whole.lastIndexOf("/")).includes("*");
  const matches = globRegex(`${start}${inside}${isFolder ? "{,/**}" : ""}`, true);
  return (path) => path.startsWith("/") === isOutside && matches(isOutside ? path : `/${path}`);
}

/** An agent could otherwise accept its own proposal. */
export const ownGuard = { command: ["throughline|tl guard accept|loosen|remove|add"] };

/** What a rule without a guard names: commands and paths in backquotes, and its anchors. Such a rule is shown before the action. */
export function concernedForms({
  content,
  anchors,
  guards,
}: Pick<Memory, "content" | "anchors"> & { readonly guards: readonly Guard[] }): Condition[] {
  if (guards.some(({ state }) => state === "accepted")) return [];
  const quoted = content.split("`").filter((_, i, all) => i % 2 === 1 && i < all.length - 1);
  const files = anchors.map(({ name }) => name.split("#")[0] ?? name);
  return [...quoted, ...files].slice(0, maxNames).flatMap((text): Condition[] => {
    const words = text.trim().split(/\s+/).slice(0, 2);
    if (words.length === 1 && /[/.]\w/.test(text)) return [{ path: [text.trim()] }];
    return words.every((word) => /^[a-z][\w:.-]*$/i.test(word)) ? [{ command: [words.join(" ")] }] : [];
  });
}

const maxNames = 8;
