import type { Candidate, TextFile } from "./candidate.js";

const maxCommands = 8;
const maxCommandLength = 90;

export const isWorkflowFile = (path: string): boolean =>
  /^(\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.circleci\/config\.yml)$/.test(path);

/** Commands that check a change, as a person would type them. */
const check =
  /^(?:(?:npm|pnpm|yarn|bun)(?: run)? (?:\S*(?:test|lint|check|typecheck|tsc|format|build)\S*)|npx \S*(?:tsc|eslint|prettier|vitest|jest|biome)\S*|cargo (?:test|clippy|fmt|check|build)|go (?:test|vet|build)|make (?:(?:test|lint|check|build|format|fmt|vet|verify)[\w-]*|[\w-]*[-_](?:test|tests|lint|check))(?= |$)|(?:poetry run |uv run |python3? -m )?(?:pytest|tox|ruff|mypy|flake8|black|pylint)\b|pre-commit run|bundle exec (?:rspec|rubocop|rake|erb_lint|haml-lint)|bin\/(?:rspec|rubocop|rails test|lint|qunit|flatware)\b|\.\/gradlew \S*(?:test|check|build)|(?:\.\/)?mvnw? .*\b(?:verify|test|install)|mvn .*\b(?:verify|test|install)|dotnet (?:test|build|format)|mix (?:test|format|credo)|composer (?:test|lint))/;

/** Workflows for other things than checking a change. */
const otherPurpose =
  /release|deploy|publish|docs?|documentation|chromatic|storybook|codeql|nightly|stale|label|docker|image|cron|bench|backport/i;

/** The commands with which continuous integration checks a change, as they are written there, each with its place. */
export function readChecks(files: readonly TextFile[]): Candidate[] {
  const commands = new Map<string, string>();
  for (const { path, text } of files) {
    const isForChanges = !path.includes("/workflows/") || /\bpull_request\b/.test(text);
    if (!isForChanges || otherPurpose.test(path.split("/").at(-1) ?? "")) continue;
    for (const { command, at } of commandsIn(text)) if (!commands.has(command)) commands.set(command, `${path}:${at}`);
  }
  const shown = [...commands].slice(0, maxCommands);
  if (shown.length === 0) return [];
  const places = shown.map(([, place]) => place);
  return [
    {
      title: "Commands that CI runs",
      content: `CI checks a change with ${shown.map(([command]) => `\`${command}\``).join(", ")}.`,
      kind: "fact",
      source: places.join(", "),
      anchors: [...new Set(places.map((place) => place.replace(/:\d+$/, "")))],
    },
  ];
}

/** Lines of `run:` and `script:` steps that are one plain command each. */
function commandsIn(text: string): { command: string; at: number }[] {
  let blockIndent = -1;
  return text.split("\n").flatMap((line, i) => {
    const indent = line.search(/\S/);
    const step = /^\s*(?:- )?(?:run|script|before_script):\s*(.*)$/.exec(line);
    if (step) blockIndent = indent;
    else if (indent >= 0 && indent <= blockIndent) blockIndent = -1;
    const isStep = step !== null || (blockIndent >= 0 && indent > blockIndent);
    const command = (step?.[1] ?? line.trim().replace(/^- /, "")).replace(/^(["'])(.*)\1$/, "$2");
    const isPlain =
      !/[$\\<>|;]|:$|docker|image|deploy|publish|install-/.test(command) && command.length <= maxCommandLength;
    return isStep && isPlain && check.test(command) ? [{ command, at: i + 1 }] : [];
  });
}
