import { homedir } from "node:os";
import { basename, isAbsolute, relative, resolve, sep } from "node:path";
import type { ToolAction } from "../../hosts/payload.js";
import { isFlag, outputOf, programOf, type ShellCommand, shellCommands } from "./shell-commands.js";

/** Where an action takes place: paths of guards are relative to the project. */
export interface ActionPlace {
  readonly root: string;
  readonly folder: string;
  /** The text of a file as it is now; undefined when there is none. */
  read(path: string): string | undefined;
}

/** A change of one file. */
export interface FileChange {
  /** Relative to the project where it is inside, absolute elsewhere. */
  readonly file: string;
  /** What it writes, where that can be seen, and what that takes the place of. */
  readonly text?: string;
  readonly before?: string;
  /** The text is the whole file. */
  readonly isWhole?: boolean;
  /** The call makes no sense without the file: it edits, moves or deletes it. */
  readonly exists?: boolean;
  /** The file as it is now. */
  now(): string | undefined;
}

/** Long commands are scripts: their beginning is enough. */
const maxCommandLength = 50_000;

type Written = Omit<FileChange, "now">;

export type ReadAction = ReturnType<typeof readAction>;

/** A tool call, read once for all guards. */
export function readAction({ tool, command, files, changes, added }: ToolAction, place: ActionPlace) {
  const commands = command === undefined ? [] : shellCommands(command.slice(0, maxCommandLength));
  const edited = changes ? files.filter((file) => !added.some((one) => one.file === file)) : [];
  const pathOf = (folder: string, file: string) => resolve(place.folder, atHome(folder), atHome(file));
  const inFolder =
    (folder: string) =>
    (written: Written): FileChange => {
      const path = pathOf(folder, written.file);
      return { ...written, file: pathIn(place.root, path), now: () => place.read(path) };
    };
  const byCommand = (one: ShellCommand) =>
    writtenBy(one, (file) => place.read(pathOf(one.folder, file))).map(inFolder(one.folder));
  const byTool = [...(changes ? added : []), ...edited.map((file) => ({ file }))].map(inFolder(""));
  const runs = commands.map((one) => {
    const path = (word: string) => pathIn(place.root, pathOf(one.folder, word));
    // The files that its arguments may be.
    return { ...one, paths: () => one.words.slice(1).flatMap((word) => (isFlag(word) ? [] : [path(word)])) };
  });
  return { tool, commands: runs, changes: [...byTool, ...commands.flatMap(byCommand)] };
}

const atHome = (path: string): string => path.replace(/^~(?=\/|$)/, homedir);

/** Relative to the project, with slashes; absolute when it is outside. */
function pathIn(root: string, path: string): string {
  const inside = relative(root, path);
  const isOutside = inside.startsWith("..") || isAbsolute(inside);
  return (isOutside ? path : inside).split(sep).join("/");
}

/** Programs that change the files they name, with the flag or subcommand without which they do not. */
const changers =
  "rm|mv|touch|tee|truncate|unlink|rmdir|shred|sed -i|perl -i|ruby -i|git mv|git rm|git checkout|git restore"
    .split("|")
    .map((one) => one.split(" "));
/** Programs that change the last file they name, or the one after `-o`. */
const copiers: ReadonlySet<string> = new Set(["cp", "install", "ln", "rsync", "scp"]);

const downloaders: ReadonlySet<string> = new Set(["curl", "wget"]);
const downloaded = (args: readonly string[]): Written[] =>
  args.flatMap((arg, i) => {
    const file =
      /^--output(?:-document)?=(.+)/.exec(arg)?.[1] ?? (/^-\w*[oO]$|^--output/.test(arg) ? args[i + 1] : undefined);
    return file === undefined || isFlag(file) || /^https?:/.test(file) ? [] : [{ file }];
  });

function writtenBy(command: ShellCommand, read: ActionPlace["read"]): Written[] {
  const { words, writes } = command;
  const [program, args] = [programOf(words), words.slice(1)];
  const named = args.filter((arg) => !isFlag(arg));
  const printed = outputOf({ words: [...words], bodies: command.input === undefined ? [] : [command.input] });
  const text = printed === undefined ? {} : { text: printed };
  const redirected = writes.map(({ file, appends }) => ({ file, ...text, isWhole: !appends }));
  if (program === "patch" || (program === "git" && /^(?:apply|am)$/.test(named[0] ?? "")))
    return [...redirected, ...patchedBy(command, named, read)];
  if (downloaders.has(program)) return [...redirected, ...downloaded(args)];
  if (copiers.has(program)) return [...redirected, ...madeOf(named)];
  const changer = changers.find(([name, needed = ""]) => name === program && hasNeeded(needed, args));
  if (!changer) return redirected;
  const isEditor = changer[1] === "-i";
  const own = named.slice(program === "git" ? 1 : 0);
  const isMove = changer.includes("mv");
  const files = (isMove ? own.slice(0, -1) : own).map((file): Written => {
    // What an editor's script writes is in the script.
    if (isEditor) return { file, text: named.filter((one) => one !== file).join("\n"), exists: true };
    if (program === "tee") return { file, ...text, isWhole: !args.includes("-a") };
    return program === "touch" ? { file } : { file, exists: true };
  });
  return [...redirected, ...files, ...(isMove ? madeOf(own) : [])];
}

/** What a copy or a move makes: its last word, or files in the folder that this is. */
function madeOf(named: readonly string[]): Written[] {
  const [target, sources] = [named.at(-1) ?? "", named.slice(0, -1)];
  if (target === "") return [];
  const isFolder = sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(target);
  return isFolder ? sources.map((file) => ({ file: `${target}/${basename(file)}` })) : [{ file: target }];
}

/** `-i.bak` and `-pi` are `-i`. */
const hasNeeded = (needed: string, args: readonly string[]): boolean =>
  needed === "" ||
  (isFlag(needed)
    ? args.some((arg) => /^-[\da-z]*i/.test(arg) || arg.startsWith("--in-place"))
    : args.includes(needed));

/** Files of a patch: of the one that it reads, and of those that it names. */
function patchedBy({ words, input, text }: ShellCommand, named: readonly string[], read: ActionPlace["read"]) {
  const at = words.findIndex((word) => /^(?:-d|--directory)$/.test(word));
  const folder = /--directory=(\S+)/.exec(text)?.[1] ?? (at > 0 ? words[at + 1] : undefined);
  const sources = [...named, ...(/<\s*(\S+)/.exec(text)?.slice(1) ?? [])];
  const patches = input === undefined ? sources.flatMap((file) => read(file) ?? []) : [input];
  const files = patches.flatMap(patchChanges);
  // What cannot be read is about the folder in which it is applied.
  if (folder === undefined) return files.length > 0 ? files : [{ file: "." }];
  return files.length > 0 ? files.map((one) => ({ ...one, file: `${folder}/${one.file}` })) : [{ file: folder }];
}

/** Of a unified diff. */
const patchChanges = (patch: string): Written[] =>
  patch.split(/^\+\+\+ (?:b\/)?/m).flatMap((part, i) => {
    const [file = "", ...lines] = part.split("\n");
    const textOf = (sign: string) => lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : [])).join("\n");
    return i === 0 ? [] : [{ file: file.trim().split("\t")[0] ?? "", text: textOf("+"), before: textOf("-") }];
  });
