import type { Json } from "../../../hosts/json-fields.js";
import { parseEdits } from "../sessions/parse-edits.js";

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
    .map(({ before, after }) => linesNotIn(after, before))
    .join("\n")
    .slice(0, 20_000);

function linesNotIn(after: string, before: string): string {
  const old = new Set(before.split("\n"));
  return after
    .split("\n")
    .filter((line) => !old.has(line))
    .join("\n");
}

/** `src/db/pool.ts` → `src/db/*.ts`. */
function folderPattern(file: string): string {
  const parts = file.split(/[\\/]/);
  const name = parts.pop() ?? "";
  const ending = /\.[^.]+$/.exec(name)?.[0] ?? "";
  const folder = parts
    .slice(-2)
    .filter((part) => part !== "")
    .join("/");
  return `${folder ? `${folder}/` : ""}${ending ? `*${ending}` : name}`;
}
