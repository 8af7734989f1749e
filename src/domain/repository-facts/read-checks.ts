import type { Candidate, TextFile } from "./candidate.js";

const maxCommands = 8;
const maxCommandLength = 90;

export const isWorkflowFile = (path: string): boolean =>
  /^(\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.circleci\/config\.yml)$/.test(path);

/** A command of a project's tools, which says with a word of its own that it checks something. */
const check =
  /^(?!(?:echo|cd|git|gh|curl|export|sudo|apt\S*|if|for|mkdir|cp|mv|rm|cat|tar|pip|brew|npm (?:i|ci|install))\b)(?!.*\b(?:install|deps|fetch|setup|sync)\b)(?=[\w@./-]+ ).*(?:^|[\s:/_-])(?:tests?|unit|r?spec|e2e|lint|check|fmt|format|clippy|vet|verify|types?|typecheck|tsc|build|tox|pytest|ruff|mypy|pylint|flake8|black|pre-commit|eslint|prettier|biome|vitest|jest|rubocop|credo)(?=$|[\s:_-])/;

/** Workflows for other things than checking a change. */
const otherPurpose =
  /release|deploy|publish|docs?|documentation|chromatic|storybook|codeql|nightly|stale|label|docker|image|cron|bench|backport/i;

/** The commands with which continuous integration checks a change, as they are written there, each with its place. */
export function readChecks(files: readonly TextFile[]): Candidate[] {
  const commands = new Map<string, string>();
  // A variant of a workflow has the longer name.
  for (const { path, text } of files.toSorted((a, b) => a.path.length - b.path.length)) {
    const isForChanges = !path.includes("/workflows/") || /\bpull_request\b/.test(text);
    if (!isForChanges || otherPurpose.test(path.split("/").at(-1) ?? "")) continue;
    for (const { command, at } of commandsIn({ path, text }))
      if (!commands.has(command)) commands.set(command, `${path}:${at}`);
  }
  const shown = [...commands].slice(0, maxCommands);
  if (shown.length === 0) return [];
  const content = `CI checks a change with ${shown.map(([command]) => `\`${command}\``).join(", ")}.`;
  const places = shown.map(([, place]) => place);
  const anchors = [...new Set(places.map((place) => place.replace(/:\d+$/, "")))];
  return [{ title: "Commands that CI runs", content, kind: "fact", source: places.join(", "), anchors }];
}

/** In a workflow of GitHub, `script` is JavaScript. */
const stepKey = (path: string): RegExp =>
  path.includes("/workflows/") ? /^\s*(?:- )?run:\s*(.*)$/ : /^\s*(?:- )?(?:run|script|before_script):\s*(.*)$/;

/** Lines of `run:` and `script:` steps that are one plain command each. */
function commandsIn({ path, text }: TextFile): { command: string; at: number }[] {
  let blockIndent = -1;
  return text.split("\n").flatMap((line, i) => {
    const indent = line.search(/\S/);
    const step = stepKey(path).exec(line);
    if (step) blockIndent = indent;
    else if (indent >= 0 && indent <= blockIndent) blockIndent = -1;
    const isStep = step !== null || (blockIndent >= 0 && indent > blockIndent);
    const command = (step?.[1] ?? line.trim().replace(/^- /, "")).replace(/^(["'])(.*)\1$/, "$2");
    const isPlain =
      !/[$\\<>|;]|:$|^\w+: |docker|image|deploy|publish|install-/.test(command) && command.length <= maxCommandLength;
    return isStep && isPlain && check.test(command) ? [{ command, at: i + 1 }] : [];
  });
}
