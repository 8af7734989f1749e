// Commands of a shell, read roughly: as patterns, and for what they prove about each other.

const changesFolder = /^(?:cd\s+\S+\s*(?:&&|;)\s*)+/;
const trivial = /^(ls|pwd|cd|echo|cat|head|tail|clear|true|which|wc|sleep|export)\b/;

/** A command as a pattern: the same for every file, number and message. Empty for trivial commands. */
export function normalizeCommand(command: string): string {
  const [line = ""] = command.trim().split("\n");
  const bare = line
    .replace(changesFolder, "")
    .replace(/^(?:[A-Z_][A-Z0-9_]*=\S*\s+)+/, "")
    .replace(/\s+2>&1|\s+2>\/dev\/null|\s+\|\s*(?:head|tail|cat|less|tee)\b.*$/g, "")
    .replace(/"[^"]{25,}"|'[^']{25,}'/g, "<text>")
    .replace(/(-m|--message)\s+("[^"]*"|'[^']*')/g, "$1 <text>")
    .replace(/(^|\s)(?:\/|~\/)[^\s'"]+\/[^\s'"]*/g, "$1<path>")
    .replace(/\b[0-9a-f]{7,40}\b/g, "<id>")
    .replace(/\b\d{4,}\b/g, "<number>")
    .replace(/\s+/g, " ")
    .trim();
  if (bare === "" || (trivial.test(bare) && !bare.includes("&&"))) return "";
  return bare.length > 120 ? `${bare.slice(0, 117)}…` : bare;
}

const readOnlyPrograms =
  /^(?:sudo\s+)?(?:ls|ll|dir|pwd|cat|bat|head|tail|less|more|wc|rg|grep|egrep|ag|ack|find|fd|tree|which|where|type|file|stat|du|df|ps|top|env|printenv|date|whoami|uname|echo|printf|diff|jq|sort|uniq|cut|column|sed -n|awk|true|sleep|man|history|id|hostname)\b/;
const readOnlySubcommands =
  /^(?:git (?:status|log|diff|show|blame|branch|remote|rev-parse|describe|ls-files|grep|config --get|stash list)|(?:npm|pnpm|yarn) (?:view|info|ls|list|outdated|why|audit|search|config get)|pip (?:show|list|freeze)|cargo (?:tree|metadata|search)|go (?:list|env|doc|version)|docker (?:ps|images|logs|inspect|stats)|kubectl (?:get|describe|logs|top)|terraform (?:show|state list|output)|(?:\S+ )?--(?:version|help)|\S+ -(?:v|V|h))\b/;

/** Whether a command changes nothing: it cannot be the fix for what passes after it. */
export function isReadOnlyCommand(command: string): boolean {
  const parts = command
    .replace(changesFolder, "")
    .split(/&&|\|\||;|\|/)
    .map((part) => part.trim())
    .filter(Boolean);
  return (
    parts.length > 0 &&
    parts.every((part) => readOnlyPrograms.test(part) || readOnlySubcommands.test(part)) &&
    !/(^|[^2&])>\s*[^&\s]/.test(command)
  );
}

/** Starts another program: what it starts is the command. */
const wrapper =
  /^(?:sudo|time|nice|env|npx|bunx|uvx|xvfb-run|(?:pnpm|yarn|bun) (?:exec|dlx|x)|(?:uv|poetry|pipenv|hatch|pdm|rye) run|bundle exec|python3? -m|timeout \S+|[A-Z_][A-Z0-9_]*=\S*)\s+(?:(?:-y|--yes|--)\s+)*/;
/** `npm test`, `npm run test` and `pnpm test` are one script. */
const script = /^(?:npm|pnpm|yarn|bun)\s+(?:run\s+|run-script\s+)?(?!(?:install|i|ci|add|remove|update|publish)\b)/;

interface Step {
  readonly program: string;
  /** Its words without flags. */
  readonly words: readonly string[];
}

/**
 * Whether a command that passed proves that another one no longer fails: the same program on the same, on more or, where
 * the other named nothing, on a part.
 */
export function coversCommand(passed: string, failed: string): boolean {
  const steps = stepsOf(passed);
  return stepsOf(failed).some((one) => steps.some((other) => covers(other, one)));
}

const stepsOf = (command: string): Step[] =>
  normalizeCommand(command)
    .split(/\s*(?:&&|\|\||;|\|)\s*/)
    .map(toStep)
    .filter(({ program }) => program !== "");

function toStep(text: string): Step {
  let bare = text;
  for (let rest = bare.replace(wrapper, ""); rest !== bare; rest = bare.replace(wrapper, "")) bare = rest;
  const [first = "", ...words] = bare.replace(script, "script ").replace(/["']/g, "").split(/\s+/);
  return {
    program: first.slice(first.lastIndexOf("/") + 1),
    words: words.filter((word) => word !== "" && !word.startsWith("-") && !/^\d*[<>]/.test(word)),
  };
}

function covers(passed: Step, failed: Step): boolean {
  if (passed.program !== failed.program) return false;
  const isNamed = (word: string) => failed.words.some((other) => isPartOf(other, word) || isPartOf(word, other));
  const more = passed.words.filter((word) => !isNamed(word));
  const isPath = (word: string) => /[/.:*]/.test(word);
  // `cargo` does not cover `cargo test`, `pytest` covers `pytest tests/a.py`.
  if (more.length === 0) return passed.words.length > 0 || failed.words.every(isPath);
  const unnamed = failed.words.filter((word) => !passed.words.includes(word));
  return unnamed.length === 0 && more.every(isPath);
}

/** `tests/a.py::test_x` is part of `tests/a.py`. */
const isPartOf = (part: string, whole: string): boolean =>
  part === whole || (part.startsWith(whole) && /^[/:#.]/.test(part.slice(whole.length)));
