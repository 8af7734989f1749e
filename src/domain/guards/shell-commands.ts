/** One simple command of a shell line: its program with arguments, and the files that it writes by redirection. */
export interface ShellCommand {
  readonly words: readonly string[];
  readonly writes: readonly string[];
  /** Where `cd` in the same line went; empty for where the line starts. */
  readonly folder: string;
}

/** Deeper nesting than this is text. */
const maxDepth = 20;
const maxCommands = 500;

/** Words that may come before a command in a shell's grammar. */
const reserved: ReadonlySet<string> = new Set("if then else elif do while until ! { } time".split(" "));
/** Programs whose arguments are a command that runs in their place. */
const wrappers: ReadonlySet<string> = new Set(
  "sudo doas env command exec builtin nohup nice ionice timeout stdbuf setsid xargs time corepack".split(" "),
);
/** Flags of wrappers that take the next word. */
const wrapperValues: ReadonlySet<string> = new Set("-u -g -n -I -s -k -P -L -d -C -c".split(" "));
/** Programs that run another one: both count. */
const runners: Readonly<Record<string, readonly string[]>> = {
  ...{ npx: [], bunx: [], pnpx: [], uvx: [], uv: ["run"], poetry: ["run"], pipenv: ["run"], hatch: ["run"] },
  ...{ bundle: ["exec"], pnpm: ["exec", "dlx"], yarn: ["exec", "dlx"], npm: ["exec"], mise: ["exec"] },
};
const shells: ReadonlySet<string> = new Set(["bash", "sh", "zsh", "dash", "ksh"]);

/**
 * The commands that a shell line runs, also those in `$(…)`, after `sudo` and in `bash -c "…"`. Read in one pass; variables and
 * aliases are not expanded, so a command that is hidden on purpose is not found.
 */
export function shellCommands(line: string, depth = 0): ShellCommand[] {
  const found: ShellCommand[] = [];
  let folder = "";
  for (const { words, writes } of splitLine(line)) {
    const run = withoutPrefix(words);
    if (programOf(run) === "cd") folder = joined(folder, run[1] ?? "");
    const each = depth < maxDepth ? [...innerCommands(run, depth)] : [];
    if (run.length > 0 || writes.length > 0) found.push({ words: run, writes, folder });
    found.push(...each.map((one) => ({ ...one, folder: joined(folder, one.folder) })));
    if (found.length > maxCommands) break;
  }
  return found;
}

/** The name of the program, without its folder. */
export const programOf = ([first = ""]: readonly string[]): string =>
  first.slice(first.lastIndexOf("/") + 1).replace(/\.(?:exe|cmd)$/, "");

const joined = (folder: string, next: string): string =>
  folder === "" || next.startsWith("/") || next.startsWith("~") ? next : next === "" ? folder : `${folder}/${next}`;

/** Without variables, words of the grammar and wrappers before the program. */
function withoutPrefix(words: readonly string[]): readonly string[] {
  let at = 0;
  for (;;) {
    const word = words[at] ?? "";
    if (/^[A-Za-z_]\w*\+?=/.test(word) || reserved.has(word)) at++;
    else if (wrappers.has(programOf([word])) && at + 1 < words.length) at = afterWrapper(words, at + 1);
    else return words.slice(at);
  }
}

/** After the flags of a wrapper, its numbers and the variables that it sets. */
function afterWrapper(words: readonly string[], start: number): number {
  let at = start;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    if (word.startsWith("-")) at += wrapperValues.has(word) ? 2 : 1;
    else if (/^\d+(?:\.\d+)?[smhd]?$/.test(word)) at++;
    else break;
  }
  return at;
}

/** Commands that a program gets as arguments. */
function* innerCommands(words: readonly string[], depth: number): Generator<ShellCommand> {
  const program = programOf(words);
  const first = words.findIndex((word, i) => i > 0 && !word.startsWith("-"));
  if (shells.has(program) || program === "eval") {
    const flag = words.findIndex((word) => /^-\w*c$/.test(word));
    const text = program === "eval" ? words.slice(1).join(" ") : flag > 0 ? words[flag + 1] : undefined;
    if (text) yield* shellCommands(text, depth + 1);
    return;
  }
  const module = /^python[\d.]*$/.test(program) ? words.indexOf("-m") : -1;
  const exec = program === "find" ? words.findIndex((word) => /^-exec(?:dir)?$/.test(word)) : -1;
  const subcommands = Object.hasOwn(runners, program) ? runners[program] : undefined;
  const isRun = subcommands !== undefined && (subcommands.length === 0 || subcommands.includes(words[first] ?? ""));
  const start = module > 0 ? module + 1 : exec > 0 ? exec + 1 : isRun ? first + (subcommands.length > 0 ? 1 : 0) : 0;
  if (start > 0 && start < words.length) {
    const run = withoutPrefix(words.slice(afterWrapper(words, start)));
    yield { words: run, writes: [], folder: "" };
    yield* innerCommands(run, depth + 1);
  }
}

interface Parsed {
  readonly words: string[];
  readonly writes: string[];
}

/** Splits at operators, and follows quotes, substitutions, redirections and here documents. */
function splitLine(line: string): Parsed[] {
  const all: Parsed[] = [];
  let i = 0;
  let heredocs: string[] = [];

  function readList(end: string, depth: number): void {
    let current: Parsed = { words: [], writes: [] };
    let word: string | undefined;
    /** Where the next word goes: an argument, a file that is written, one that is read, or the end of a here document. */
    let target: "word" | "write" | "read" | "heredoc" = "word";
    const endWord = () => {
      if (word === undefined) return;
      if (target === "word") current.words.push(word);
      else if (target === "write") current.writes.push(word);
      else if (target === "heredoc") heredocs.push(word);
      word = undefined;
      target = "word";
    };
    const endCommand = () => {
      endWord();
      if (current.words.length > 0 || current.writes.length > 0) all.push(current);
      current = { words: [], writes: [] };
    };
    const nested = (close: string, width: number) => {
      i += width;
      if (depth < maxDepth) readList(close, depth + 1);
      word = `${word ?? ""}$()`;
    };
    const quoted = () => {
      word ??= "";
      for (i++; i < line.length && line[i] !== '"'; ) {
        if (line[i] === "\\") word += line[++i] ?? "";
        else if (line.startsWith("$(", i)) {
          nested(")", 2);
          continue;
        } else if (line[i] === "`") {
          nested("`", 1);
          continue;
        } else word += line[i];
        i++;
      }
      i++;
    };

    while (i < line.length) {
      const char = line[i] ?? "";
      if (char === end) {
        i++;
        break;
      }
      if (char === "'") {
        const close = line.indexOf("'", i + 1);
        word = (word ?? "") + line.slice(i + 1, close < 0 ? line.length : close);
        i = close < 0 ? line.length : close + 1;
      } else if (char === '"') quoted();
      else if (char === "\\") {
        if (line[i + 1] !== "\n") word = (word ?? "") + (line[i + 1] ?? "");
        i += 2;
      } else if (line.startsWith("$(", i)) nested(")", 2);
      else if (char === "`") nested("`", 1);
      else if (line.startsWith("<(", i) || line.startsWith(">(", i)) nested(")", 2);
      else if (char === "#" && word === undefined) {
        const close = line.indexOf("\n", i);
        i = close < 0 ? line.length : close;
      } else if (char === "\n") {
        endCommand();
        i = afterHeredocs(line, i + 1, heredocs);
        heredocs = [];
      } else if (char === "(") {
        endCommand();
        i++;
        if (depth < maxDepth) readList(")", depth + 1);
      } else if (char === ">" || char === "<" || line.startsWith("&>", i)) {
        // A number before it is a stream, not a word.
        if (word !== undefined && /^\d+$/.test(word)) word = undefined;
        endWord();
        const operator = /^(?:&>>?|>>|>\||>&|<<<|<<-?|<>|<&|[<>])/.exec(line.slice(i, i + 4))?.[0] ?? char;
        i += operator.length;
        target = operator.startsWith("<<") && operator !== "<<<" ? "heredoc" : operator[0] === "<" ? "read" : "write";
        // `2>&1` writes to a stream.
        if (operator.endsWith("&")) target = "read";
      } else if (";|&)".includes(char)) {
        endCommand();
        i++;
      } else if (char === " " || char === "\t" || char === "\r") {
        endWord();
        i++;
      } else {
        word = (word ?? "") + char;
        i++;
      }
    }
    endCommand();
  }

  // An end that is missing, or one too many, must not hide the rest.
  while (i < line.length) readList("", 0);
  return all;
}

/** The position after the bodies of here documents. */
function afterHeredocs(line: string, start: number, ends: readonly string[]): number {
  let at = start;
  for (const end of ends) {
    while (at < line.length) {
      const close = line.indexOf("\n", at);
      const text = line.slice(at, close < 0 ? line.length : close);
      at = close < 0 ? line.length : close + 1;
      if (text.trim() === end) break;
    }
  }
  return at;
}
