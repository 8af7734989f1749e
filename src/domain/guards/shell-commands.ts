/** One simple command of a shell line. */
export interface ShellCommand {
  /** The program and its arguments. */
  readonly words: readonly string[];
  /** The variables that are set for it. */
  readonly env: readonly string[];
  /** What can be searched: without quotes, and in a second line as it was written. */
  readonly text: string;
  /** Files that it writes by redirection. */
  readonly writes: readonly { readonly file: string; readonly appends: boolean }[];
  /** What it reads from a here document, or from an `echo` before the pipe. */
  readonly input: string | undefined;
  /** Where `cd` in the same line went; empty for where the line starts. */
  readonly folder: string;
}

/** Deeper nesting than this is text. */
const maxDepth = 20;
const maxCommands = 500;

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(" "));
/** Words that may come before a command in a shell's grammar. */
const reserved = wordSet("if then else elif do while until ! { } time");
/** Programs whose arguments are a command that runs in their place. */
const wrappers = wordSet(
  "sudo doas env command exec builtin nohup nice ionice timeout stdbuf setsid xargs time corepack",
);
/** Flags of wrappers that take the next word. */
const wrapperValues = wordSet("-u -g -n -I -s -k -P -L -d -C -c");
const shells = wordSet("bash sh zsh dash ksh");
/** Programs that run another one: both count. A dot is a word before the command, such as the name of a container. */
const runners = [
  "npx|bunx|pnpx|pnpm|pnpm exec|pnpm dlx|yarn|yarn exec|yarn dlx|npm exec|bun x|uvx|uv run|poetry run|pipenv run",
  "hatch run|bundle exec|mise exec|adb shell|ssh .|docker exec .|docker run .|docker compose exec .",
  "docker compose run .|podman exec .|podman run .|kubectl exec .",
].flatMap((all) => all.split("|").map((words) => words.split(" ")));

/**
 * The commands that a shell line runs, also those in `$(…)`, after `sudo` and in `bash -c "…"`. Read in one pass; only
 * variables that the line itself sets are expanded, so a command that is hidden on purpose is not found.
 */
export function shellCommands(line: string, depth = 0): ShellCommand[] {
  const found: ShellCommand[] = [];
  const variables = new Map<string, readonly string[]>();
  let folder = "";
  for (const parsed of splitLine(line)) {
    const all = parsed.words.flatMap((word) => expanded(word, variables));
    const start = prefixLength(all);
    const words = composed([...all.slice(start), ...xargsFiles(all.slice(0, start), parsed, variables)]);
    const env = all.slice(0, start).filter((word) => assignment.test(word));
    for (const [name = "", value = ""] of words.length === 0 ? env.map((one) => one.split("=")) : [])
      variables.set(name, [value]);
    if (words[0] === "for" && words[2] === "in") variables.set(words[1] ?? "", words.slice(3));
    if (/^(?:cd|pushd)$/.test(programOf(words))) folder = words[1] === "-" ? "" : joined(folder, words[1] ?? "");
    const { writes, raw } = parsed;
    const input = inputOf(parsed);
    const text = [raw, ...parsed.bodies].join("\n");
    const own = { words, env, text, writes, input, folder };
    if (words.length > 0 || writes.length > 0) found.push(own);
    // `sudo` is a program, too.
    for (const [at, word] of all.slice(0, start).entries())
      if (wrappers.has(programOf([word]))) found.push({ ...own, words: all.slice(at), writes: [] });
    if (depth < maxDepth)
      for (const one of innerCommands(own, depth)) found.push({ ...one, folder: joined(folder, one.folder) });
    if (found.length > maxCommands) break;
  }
  return found;
}

/** The name of the program, without its folder. */
export const programOf = ([first = ""]: readonly string[]): string =>
  first.slice(first.lastIndexOf("/") + 1).replace(/\.(?:exe|cmd)$/, "");

/** `docker-compose` is an older name of `docker compose`. */
export const composed = (words: readonly string[]): readonly string[] =>
  programOf(words) === "docker-compose" ? ["docker", "compose", ...words.slice(1)] : words;

const joined = (folder: string, next: string): string =>
  folder === "" || /^[/~]/.test(next) ? next : next === "" ? folder : `${folder}/${next}`;

const assignment = /^[A-Za-z_]\w*\+?=/;
export const isFlag = (word: string): boolean => word.startsWith("-");

/** `"$f"` in a loop is each of its files. */
function expanded(word: string, variables: ReadonlyMap<string, readonly string[]>): readonly string[] {
  if (variables.size === 0 || !word.includes("$")) return [word];
  const whole = /^\$\{?(\w+)\}?$/.exec(word)?.[1];
  const values = whole === undefined ? undefined : variables.get(whole);
  return values ?? [word.replace(/\$\{?(\w+)\}?/g, (written, name: string) => variables.get(name)?.[0] ?? written)];
}

/** Variables, words of the grammar and wrappers before the program. */
function prefixLength(words: readonly string[]): number {
  let at = 0;
  for (;;) {
    const word = words[at] ?? "";
    if (assignment.test(word) || reserved.has(word)) at++;
    else if (wrappers.has(programOf([word])) && at + 1 < words.length) at = afterWrapper(words, at + 1);
    else return at;
  }
}

/** After the flags of a wrapper and its numbers. */
function afterWrapper(words: readonly string[], start: number): number {
  let at = start;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    if (isFlag(word)) at += wrapperValues.has(word) ? 2 : 1;
    else if (/^\d+(?:\.\d+)?[smhd]?$/.test(word)) at++;
    else break;
  }
  return at;
}

/** The files that `xargs` passes on, as far as the command before it names them. */
const xargsFiles = (prefix: readonly string[], { from }: Parsed, variables: ReadonlyMap<string, readonly string[]>) =>
  from && prefix.some((word) => programOf([word]) === "xargs")
    ? foundFiles(from.words.flatMap((word) => expanded(word, variables)))
    : [];

/** `find data -name '*.csv'` finds `data/*.csv`; of other programs, all that they name. */
function foundFiles(words: readonly string[]): readonly string[] {
  const named = words.slice(1).filter((word) => !isFlag(word));
  if (programOf(words) !== "find") return named;
  const at = words.findIndex((word) => /^-i?(?:name|path|wholename)$/.test(word));
  const end = words.findIndex((word, i) => i > 0 && isFlag(word));
  const folders = words.slice(1, end < 0 ? undefined : end);
  return (folders.length === 0 ? ["."] : folders).map((one) => `${one}/${at > 0 ? words[at + 1] : ""}`);
}

/** Commands that a program gets as arguments. */
function* innerCommands({ words, env, text, input }: ShellCommand, depth: number): Generator<ShellCommand> {
  const program = programOf(words);
  const flag = words.findIndex((word) => /^-\w*c$/.test(word));
  const script = program === "eval" ? words.slice(1).join(" ") : flag > 0 ? words[flag + 1] : input;
  if ((shells.has(program) || program === "eval") && script) yield* shellCommands(script, depth + 1);
  for (const run of runIn(program, words)) {
    if (run.length === 1 && run[0]?.includes(" ")) yield* shellCommands(run[0], depth + 1);
    const inner = { words: run.slice(prefixLength(run)), env, text, writes: [], input, folder: "" };
    if (inner.words.length === 0) continue;
    yield inner;
    if (depth < maxDepth) yield* innerCommands(inner, depth + 1);
  }
}

function runIn(program: string, words: readonly string[]): readonly (readonly string[])[] {
  if (program === "find") {
    const exec = words.findIndex((word) => /^-exec(?:dir)?$/.test(word));
    const files = foundFiles(words);
    if (exec > 0) return [words.slice(exec + 1).flatMap((word) => (word === "{}" ? files : [word]))];
    return words.includes("-delete") ? [["rm", ...files]] : [];
  }
  const module = /^python[\d.]*$/.test(program) ? words.indexOf("-m") : -1;
  if (module > 0) return [words.slice(module + 1)];
  const places = words.flatMap((word, i) => (i > 0 && isFlag(word) ? [] : [i]));
  return runners.flatMap((runner) => {
    if (!runner.every((word, i) => word === "." || word === (i === 0 ? program : words[places[i] ?? -1]))) return [];
    // A word after a flag may be its value: all that may be the command are tried.
    const starts = places.slice(runner.length, runner.at(-1) === "." ? runner.length + 3 : runner.length + 1);
    return starts.map((start) => words.slice(start));
  });
}

interface Parsed {
  readonly words: string[];
  readonly writes: ShellCommand["writes"][number][];
  /** Bodies of its here documents. */
  readonly bodies: string[];
  raw: string;
  /** The command before the pipe. */
  from?: Parsed | undefined;
}

const inputOf = ({ bodies, from }: Parsed): string | undefined =>
  bodies.length > 0 ? bodies.join("\n") : from && outputOf(from);

/** What a command prints, where that can be seen. */
export function outputOf(command: Pick<Parsed, "words" | "bodies" | "from">): string | undefined {
  const words = command.words.slice(prefixLength(command.words));
  const said = /^(?:echo|printf)$/.test(programOf(words)) ? words.slice(1).filter((word) => !isFlag(word)) : undefined;
  return said?.join(" ").replaceAll("\\n", "\n") ?? inputOf(command as Parsed);
}

/** Splits at operators, and follows quotes, substitutions, redirections and here documents. */
function splitLine(line: string): Parsed[] {
  const all: Parsed[] = [];
  let i = 0;
  let heredocs: Heredoc[] = [];

  function readList(end: string, depth: number): void {
    let current: Parsed = { words: [], writes: [], bodies: [], raw: "" };
    let start = i;
    let word: string | undefined;
    /** Where the next word goes: an argument, a file that is written, one that is read, a text, or the end of one. */
    let target: "word" | "write" | "append" | "read" | "text" | "heredoc" = "word";
    const add = (text: string) => {
      word = (word ?? "") + text;
    };
    const endWord = () => {
      if (word === undefined) return;
      if (target === "word") current.words.push(word);
      else if (target === "write" || target === "append")
        current.writes.push({ file: word, appends: target === "append" });
      else if (target === "text") current.bodies.push(word);
      else if (target === "heredoc") heredocs.push({ end: word, bodies: current.bodies });
      word = undefined;
      target = "word";
    };
    const endCommand = (isPipe = false) => {
      endWord();
      current.raw = line.slice(start, i).trim();
      start = i + 1;
      if (current.words.length > 0 || current.writes.length > 0) all.push(current);
      current = { words: [], writes: [], bodies: [], raw: "", from: isPipe ? current : undefined };
    };
    const nested = (close: string, width: number) => {
      i += width;
      const before = all.length;
      if (depth < maxDepth) readList(close, depth + 1);
      const last = all.length > before ? all.at(-1) : undefined;
      add((last && outputOf(last)) ?? "$()");
    };
    const quoted = () => {
      add("");
      for (i++; i < line.length && line[i] !== '"'; ) {
        if (line.startsWith("$(", i)) nested(")", 2);
        else if (line[i] === "`") nested("`", 1);
        else {
          if (line[i] === "\\" && /["\\$`\n]/.test(line[i + 1] ?? "")) i++;
          add(line[i++] ?? "");
        }
      }
      i++;
    };

    while (i < line.length) {
      const char = line[i] ?? "";
      if (char === end) break;
      if (char === "'") {
        const close = indexOrEnd(line, "'", i + 1);
        add(line.slice(i + 1, close));
        i = close + 1;
      } else if (char === '"') quoted();
      else if (char === "\\") {
        if (line[i + 1] !== "\n") add(line[i + 1] ?? "");
        i += 2;
      } else if (line.startsWith("$(", i)) nested(")", 2);
      else if (char === "`") nested("`", 1);
      else if (line.startsWith("<(", i) || line.startsWith(">(", i)) nested(")", 2);
      else if (char === "#" && word === undefined) i = indexOrEnd(line, "\n", i);
      else if (char === "\n") {
        endCommand();
        i = afterHeredocs(line, i + 1, heredocs);
        start = i;
        heredocs = [];
      } else if (char === "(") {
        endCommand();
        i++;
        if (depth < maxDepth) readList(")", depth + 1);
        start = i;
      } else if (char === ">" || char === "<" || line.startsWith("&>", i)) {
        // A number before it is a stream, not a word.
        if (word !== undefined && /^\d+$/.test(word)) word = undefined;
        endWord();
        const operator = /^(?:&>>?|>>|>\||>&|<<<|<<-?|<>|<&|[<>])/.exec(line.slice(i, i + 4))?.[0] ?? char;
        i += operator.length;
        target = targets[operator] ?? (operator.includes(">>") ? "append" : "write");
      } else if (";|&)".includes(char)) {
        const isPipe = char === "|" && line[i + 1] !== "|";
        endCommand(isPipe);
        i += line[i + 1] === char ? 2 : 1;
        start = i;
      } else if (char === " " || char === "\t" || char === "\r") {
        endWord();
        i++;
      } else {
        add(char);
        i++;
      }
    }
    endCommand();
    i++;
  }

  // An end that is missing, or one too many, must not hide the rest.
  while (i < line.length) readList("", 0);
  return all;
}

const indexOrEnd = (line: string, text: string, from: number): number => {
  const at = line.indexOf(text, from);
  return at < 0 ? line.length : at;
};

/** Where the word after an operator goes; after all others it is a file that is written. `2>&1` writes to a stream. */
const targets: Readonly<Record<string, "read" | "text" | "heredoc">> = {
  "<": "read",
  "<>": "read",
  "<&": "read",
  ">&": "read",
  "<<<": "text",
  "<<": "heredoc",
  "<<-": "heredoc",
};

type Heredoc = { readonly end: string; readonly bodies: string[] };

/** The position after the bodies of here documents, which are handed to their commands. */
function afterHeredocs(line: string, start: number, heredocs: readonly Heredoc[]): number {
  let at = start;
  for (const { end, bodies } of heredocs) {
    const begin = at;
    let close = at;
    for (let isEnd = false; at < line.length && !isEnd; ) {
      const next = indexOrEnd(line, "\n", at);
      isEnd = line.slice(at, next).trim() === end;
      close = isEnd ? at : Math.min(next + 1, line.length);
      at = Math.min(next + 1, line.length);
    }
    bodies.push(line.slice(begin, close));
  }
  return at;
}
