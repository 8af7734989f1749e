import { isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from "yaml";
import { formatCount } from "../../base/text/plural.js";
import type { Candidate, TextFile } from "./candidate.js";

const maxCommands = 8;
const maxCommandLength = 90;

export const isWorkflowFile = (path: string): boolean =>
  /^(\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.circleci\/config\.yml)$/.test(path);

/** A command of a project's tools, which says with a word of its own that it checks something. */
const check =
  /^(?!(?:echo|Write-\w+|cd|find|git|gh|curl|export|sudo|apt\S*|if|for|mkdir|cp|mv|rm|cat|tar|pip|brew|npm (?:i|ci|install))\b)(?!.*\b(?:install|deps|fetch|setup|sync)\b)(?=[\w@./-]+ ).*(?:^|[\s:/_-])(?:tests?|unit|r?spec|e2e|lint|check|fmt|format|clippy|vet|verify|types?|typecheck|tsc|build|tox|pytest|ruff|mypy|pylint|flake8|black|pre-commit|eslint|prettier|biome|vitest|jest|rubocop|credo)(?=$|[\s:_-])/;

/** Workflows and jobs for other things than checking a change. */
const otherPurpose =
  /release|deploy|publish|preview|docs?|documentation|chromatic|storybook|codeql|nightly|stale|label|docker|image|cron|bench|backport|autofix/i;

/** The commands with which continuous integration checks a change, as they are written there, each with its place. */
export function readChecks(files: readonly TextFile[]): Candidate[] {
  const commands = new Map<string, string>();
  // A variant of a workflow has the longer name.
  for (const { path, text } of files.toSorted((a, b) => a.path.length - b.path.length)) {
    if (otherPurpose.test(path.split("/").at(-1) ?? "")) continue;
    for (const { command, line } of commandsIn(text))
      if (!commands.has(command)) commands.set(command, `${path}:${line}`);
  }
  const shown = [...commands].slice(0, maxCommands);
  if (shown.length === 0) return [];
  const further = commands.size - shown.length;
  const more = further === 0 ? "" : ` and ${formatCount(further, "more command")}`;
  const content = `CI checks a change with ${shown.map(([command]) => `\`${command}\``).join(", ")}${more}.`;
  const places = shown.map(([, place]) => place);
  const anchors = [...new Set(places.map((place) => place.replace(/:\d+$/, "")))];
  return [{ title: "Commands that CI runs", content, kind: "fact", source: places.join(", "), anchors }];
}

/** The steps of jobs for changes that are plain commands, and need neither another folder nor variables of their own. */
function commandsIn(text: string): { command: string; line: number }[] {
  const lineCounter = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter });
  if (!isMap(contents)) return [];
  // A workflow of GitHub says when it runs.
  if (contents.has("on") && !/\bpull_request\b|\bworkflow_call\b/.test(String(contents.get("on")))) return [];
  const jobs = mapsIn(contents.get("jobs") ?? contents).filter(
    ([name, job]) => !otherPurpose.test(name) && isPlain(job),
  );
  const parts = jobs.flatMap(([, job]) => [job, ...mapsIn(job.get("steps")).map(([, step]) => step)]);
  return parts.filter(isPlain).flatMap((part) => {
    const script = part.get("run", true) ?? part.get("script", true);
    return (isSeq(script) ? script.items : [script]).flatMap((one) => {
      if (!isScalar(one) || typeof one.value !== "string") return [];
      const first = lineCounter.linePos(one.range?.[0] ?? 0).line + (one.type?.startsWith("BLOCK") ? 1 : 0);
      const lines = one.value.trimEnd().split("\n");
      // What a script does before decides what a command of it means.
      if (!lines.every(isCommand)) return [];
      return lines.flatMap((command, i) => (check.test(command) ? [{ command, line: first + i }] : []));
    });
  });
}

const isPlain = (part: YAMLMap): boolean => !part.has("env") && !part.has("working-directory") && !part.has("defaults");

const isCommand = (line: string): boolean =>
  line.length <= maxCommandLength &&
  !/[$\\<>|;&#]|:$|^\w+: |^(?:cd|set|export|if|for)\b|docker|image|deploy|publish|install-/.test(line);

const mapsIn = (node: unknown): [name: string, map: YAMLMap][] => {
  const items = isMap(node) ? node.items.map(({ key, value }) => [String(key), value]) : [];
  const entries = isSeq(node) ? node.items.map((value, i) => [String(i), value]) : items;
  return entries.flatMap(([name, map]) => (isMap(map) ? [[String(name), map] as [string, YAMLMap]] : []));
};
