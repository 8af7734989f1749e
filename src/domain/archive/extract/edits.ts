import { commandOf } from "../../../hosts/classify-tool-call.js";
import { firstText, type Json, objectsAt } from "../../../hosts/json-fields.js";

type Edit = { readonly before: string; readonly after: string };

/** The edits that a call makes, in whichever form its agent writes them: texts, several of them, or a patch. */
export function parseEdits(input: Json): Edit[] {
  const pairs = [input, ...objectsAt(input, "edits")].map((one) => ({
    before: firstText(one, "old_string", "oldString", "old_str"),
    after: firstText(one, "new_string", "newString", "new_str", "content", "file_text"),
  }));
  const patch = firstText(input, "patch", "patchText", "input", "diff") || commandOf(input);
  return patch === "" ? pairs : [...pairs, { before: linesWith(patch, "-"), after: linesWith(patch, "+") }];
}

/** Without the headers of files, which begin with three signs. */
const linesWith = (patch: string, sign: string): string =>
  patch
    .split("\n")
    .filter((line) => line.startsWith(sign) && !line.startsWith(`${sign.repeat(3)} `))
    .map((line) => line.slice(1))
    .join("\n");

/** Kinds of change that the added lines of an edit show. */
const signs: readonly [label: string, added: RegExp][] = [
  ["Add error handling with try-catch", /\btry\s*[{:]|\bcatch\s*[({]|\bexcept\b.*:/],
  ["Add tests", /\b(?:describe|it|test)\(|\bdef test_|@Test\b|#\[test\]|func Test[A-Z]/],
  ["Add imports", /^\s*(?:import\s.+|from\s+\S+\s+import\s.+|(?:const|let|var)\s.+=\s*require\(|use\s+\w+::)/m],
  ["Add types", /\b(?:interface|type)\s+[A-Z]\w*|\)\s*:\s*\w+|:\s*(?:string|number|boolean|unknown|readonly)\b/],
  ["Add null checks", /\?\?|\?\.|(?:===?|!==?)\s*(?:null|undefined)|is (?:not )?None/],
  ["Make it asynchronous", /\basync\b|\bawait\b/],
  ["Add logging", /\bconsole\.\w+\(|\blog(?:ger)?\.\w+\(|\bprintln!|\blogging\./],
  ["Add validation", /\bz\.\w+\(|\bvalidate\w*\(|\bassert\w*\(|\bschema\b/i],
];

const prose = /\.(md|mdx|rst|txt|adoc)$/i;
const settings = /\.(json|ya?ml|toml|ini|env|conf|lock)$|Dockerfile$|Makefile$/i;

/** Names for what an edit does, so that the same kind of edit counts together whatever the file. */
export function classifyEdits(files: readonly string[], input: Json): string[] {
  const labels = new Set<string>();
  const written = addedText(input);
  for (const file of files) {
    if (prose.test(file)) labels.add("Update documentation");
    else if (settings.test(file)) labels.add("Change configuration");
  }
  if (labels.size === 0) for (const [label, added] of signs) if (added.test(written)) labels.add(label);
  for (const file of files) labels.add(`Edit ${folderPattern(file)}`);
  return [...labels].slice(0, 6);
}

/** What an edit put there that was not there before. */
const addedText = (input: Json): string =>
  parseEdits(input)
    .map(({ before, after }) => without(after.split("\n"), before.split("\n")).join("\n"))
    .join("\n")
    .slice(0, 20_000);

function without(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}

/** `src/db/pool.ts` → `src/db/*.ts`. */
function folderPattern(file: string): string {
  const parts = file.split(/[\\/]/);
  const name = parts.pop() ?? "";
  const ending = /\.[^.]+$/.exec(name)?.[0] ?? "";
  const folders = parts.slice(-2).filter((part) => part !== "");
  return [...folders, ending ? `*${ending}` : name].join("/");
}

const maxLines = 12;
const maxLineLength = 160;

/** The changed lines of edits, `-` and `+`, without what stayed: enough to repeat a fix. */
export function shortDiff(input: Json): string {
  const lines = parseEdits(input).flatMap(({ before, after }) => {
    const [old, now] = [writtenLines(before), writtenLines(after)];
    return [...without(old, now).map((line) => `- ${line}`), ...without(now, old).map((line) => `+ ${line}`)];
  });
  const shown = lines.slice(0, maxLines).map((line) => line.slice(0, maxLineLength));
  return [...shown, ...(lines.length > maxLines ? [`… ${lines.length - maxLines} more lines`] : [])].join("\n");
}

const writtenLines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== "");
