import { isAbsolute, posix, relative, resolve, sep } from "node:path";
import { globMatcher } from "../../base/text/glob.js";
import type { ToolAction } from "../../hosts/payload.js";
import type { GuardForm } from "../../store/memory/guard.js";
import type { Memory } from "../../store/memory/memory.js";
import { programOf, type ShellCommand, shellCommands } from "./shell-commands.js";

/** Where an action takes place: paths of guards are relative to the project. */
export interface ActionPlace {
  readonly root: string;
  readonly folder: string;
}

/** A tool call, read once for all guards. */
export interface ReadAction {
  readonly tool: string;
  readonly commands: readonly ShellCommand[];
  /** Files that it writes, relative to the project where they are inside. */
  readonly written: readonly string[];
  /** Texts that it adds to files. */
  readonly added: readonly { readonly file: string; readonly text: string; readonly before: string }[];
}

/** Long commands are scripts: their beginning is enough. */
const maxCommandLength = 50_000;

export function readAction({ tool, command, files, changes, added }: ToolAction, place: ActionPlace): ReadAction {
  const commands = command === undefined ? [] : shellCommands(command.slice(0, maxCommandLength));
  const edited = changes ? files.map((file) => pathIn(place, "", file)) : [];
  const byCommands = commands.flatMap((one) => writtenBy(one).map((file) => pathIn(place, one.folder, file)));
  return {
    tool: tool.toLowerCase(),
    commands,
    written: [...edited, ...byCommands],
    added: added.map((one) => ({ ...one, file: pathIn(place, "", one.file) })),
  };
}

/** Whether an action is what a guard stops. All conditions that the guard has must hold. */
export function matchesGuard(guard: GuardForm, action: ReadAction): boolean {
  const { tool, words = [], not = [], path, content } = guard;
  if (tool !== undefined && tool.toLowerCase() !== action.tool) return false;
  const isPath = path === undefined ? () => true : pathMatcher(path);
  if (words.length > 0)
    return action.commands.some(
      (one) =>
        matchesWords(words, one) &&
        !not.some((word) => hasWord(word, one.words.slice(1))) &&
        (path === undefined || one.words.slice(1).some((word) => isPath(posix.normalize(word)))),
    );
  if (content !== undefined)
    return action.added.some(
      ({ file, text, before }) => isPath(file) && hasLiteral(text, content) && !hasLiteral(before, content),
    );
  if (path !== undefined)
    return action.written.some((file) => isPath(file) && !not.some((one) => pathMatcher(one)(file)));
  return tool !== undefined;
}

/**
 * `["git", "push", "main"]`: the program, its subcommand, and further words in this order; flags anywhere. `a|b` is either.
 * A word after a flag may be the flag's value: `npm --prefix web install` is `npm install`.
 */
function matchesWords([program = "", ...rest]: readonly string[], { words }: ShellCommand): boolean {
  if (!program.split("|").includes(programOf(words))) return false;
  const args = words.slice(1);
  const flags = rest.filter((word) => word.startsWith("-"));
  if (!flags.every((flag) => hasWord(flag, args))) return false;
  const [subcommand, ...others] = rest.filter((word) => !word.startsWith("-"));
  if (subcommand === undefined) return true;
  const positional = args.flatMap((arg, i) => (arg.startsWith("-") || mayBeValue(args, i) ? [] : [i]));
  const isBefore = (i: number) => i <= (positional[nestedPrograms.has(programOf(words)) ? 1 : 0] ?? args.length);
  let at = args.findIndex((arg, i) => !arg.startsWith("-") && isWord(subcommand, arg) && isBefore(i));
  if (at < 0) return false;
  return others.every((word) => {
    at = args.findIndex((arg, i) => i > at && isWord(word, arg));
    return at >= 0;
  });
}

/** Programs whose commands have two words: `docker compose down` is also a `docker down`. */
const nestedPrograms: ReadonlySet<string> = new Set(
  "docker podman prisma gh aws gcloud az supabase firebase".split(" "),
);

const mayBeValue = (args: readonly string[], i: number): boolean => {
  const before = args[i - 1] ?? "";
  return before.startsWith("-") && !before.includes("=");
};

/** `a|b`, anywhere among the arguments. */
const hasWord = (word: string, args: readonly string[]): boolean =>
  word.split("|").some((one) => (isCluster(one) ? hasFlags(one, args) : args.some((arg) => isWord(one, arg))));

/** `main` is also the target of `HEAD:main` and of `+refs/heads/main`; `--force` is also `--force=x`. */
const isWord = (word: string, arg: string): boolean =>
  word.split("|").some((one) => {
    if (one.startsWith("--")) return arg === one || arg.startsWith(`${one}=`);
    const target = arg.slice(arg.lastIndexOf(":") + 1);
    return arg === one || (!one.startsWith("-") && target.replace(/^\+?(?:refs\/heads\/)?/, "") === one);
  });

/** Short flags may be joined and come in any order: `-fd` is also `-dfx` and `-f -d`. */
const isCluster = (word: string): boolean => /^-[A-Za-z]{1,4}$/.test(word);

function hasFlags(flags: string, args: readonly string[]): boolean {
  if (args.includes(flags)) return true;
  const letters = new Set(args.filter(isCluster).join(""));
  return [...flags.slice(1)].every((letter) => letters.has(letter));
}

/** Of a path from the project's folder; a name without a slash is found in every folder, as in .gitignore. */
function pathMatcher(pattern: string): (path: string) => boolean {
  const whole = pattern.replace(/^\.\//, "").replace(/\/$/, "/**");
  const inside = whole.replace(/\/\*\*$/, "");
  const isAnywhere = whole.startsWith("**/") || !inside.includes("/");
  const rooted = (one: string) =>
    one.startsWith("/") ? one : isAnywhere ? `**/${one.replace(/^\*\*\//, "")}` : `/${one}`;
  // The folder itself, too: deleting it changes all that is in it.
  const matchers = [...new Set([whole, inside])].map((one) => globMatcher(rooted(one)));
  const isOutside = pattern.startsWith("/");
  return (path) => isAbsolute(path) === isOutside && matchers.some((matches) => matches(isOutside ? path : `/${path}`));
}

/** Relative to the project, with slashes; absolute when it is outside. */
function pathIn({ root, folder }: ActionPlace, below: string, path: string): string {
  const inside = relative(root, resolve(folder, below, path));
  const isOutside = inside.startsWith("..") || isAbsolute(inside);
  return (isOutside ? resolve(root, inside) : inside).split(sep).join("/");
}

/** Programs that change every file they name, with the flags without which they do not. */
const changers: Readonly<Record<string, readonly string[]>> = {
  ...{ rm: [], mv: [], touch: [], tee: [], truncate: [], unlink: [], rmdir: [], shred: [] },
  ...{ sed: ["-i", "--in-place"], perl: ["-i"], ruby: ["-i"] },
};
/** Programs that change the last file they name. */
const copiers: ReadonlySet<string> = new Set(["cp", "install", "ln", "rsync", "scp"]);

const isFlag = (arg: string): boolean => arg.startsWith("-");

function writtenBy({ words, writes }: ShellCommand): readonly string[] {
  const [program, args] = [programOf(words), words.slice(1)];
  const named = args.filter((arg) => !arg.startsWith("-"));
  if (program === "git" && /^(?:mv|rm|checkout|restore)$/.test(named[0] ?? "")) return [...writes, ...named.slice(1)];
  if (program === "find" && args.includes("-delete")) return [...writes, ...args.slice(0, args.findIndex(isFlag))];
  if (copiers.has(program)) return [...writes, ...named.slice(-1)];
  const flags = Object.hasOwn(changers, program) ? changers[program] : undefined;
  const isChange = flags !== undefined && (flags.length === 0 || flags.some((flag) => startsFlag(flag, args)));
  return isChange ? [...writes, ...named] : writes;
}

/** `-i.bak` and `-pi` are `-i`. */
const startsFlag = (flag: string, args: readonly string[]): boolean =>
  args.some((arg) => arg.startsWith(flag)) || hasFlags(flag, args);

/** As words: `as any` is not in "as anyone". */
function hasLiteral(text: string, literal: string): boolean {
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1)) {
    const [before, after] = [text[at - 1] ?? "", text[at + literal.length] ?? ""];
    if (!(isLetter(literal[0]) && isLetter(before)) && !(isLetter(literal.at(-1)) && isLetter(after))) return true;
  }
  return false;
}

const isLetter = (char = ""): boolean => /^[\p{L}\p{N}_]$/u.test(char);

/** An agent could otherwise accept its own proposal. */
export const ownGuard: GuardForm = {
  words: ["throughline|tl", "guard", "accept|loosen|remove|add"],
  effect: "ask",
};

/** What a rule without a guard names: commands and paths in backquotes, and its anchors. Such a rule is shown before the action. */
export function concernedForms({
  content,
  anchors,
  guards,
}: Pick<Memory, "content" | "anchors" | "guards">): GuardForm[] {
  if (guards?.some(({ state }) => state === "accepted")) return [];
  const quoted = content.split("`").filter((_, i, all) => i % 2 === 1 && i < all.length - 1);
  const files = anchors.map(({ name }) => name.split("#")[0] ?? name);
  const forms = [...quoted, ...files].slice(0, maxNames).map((text): Omit<GuardForm, "effect"> | undefined => {
    const words = text.trim().split(/\s+/).slice(0, 2);
    if (words.length === 1 && /[/.]\w/.test(text)) return { path: text.trim() };
    return words.every((word) => /^[a-z][\w:.-]*$/i.test(word)) ? { words } : undefined;
  });
  return forms.flatMap((form) => (form ? [{ ...form, effect: "ask" as const }] : []));
}

const maxNames = 8;
