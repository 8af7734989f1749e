import { normalizeCommand } from "./normalize-command.js";

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

function stepsOf(command: string): Step[] {
  return normalizeCommand(command)
    .split(/\s*(?:&&|\|\||;|\|)\s*/)
    .map(toStep)
    .filter(({ program }) => program !== "");
}

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
  if (more.length === 0) return sharesSubcommand(passed, failed);
  const unnamed = failed.words.filter((word) => !passed.words.includes(word));
  return unnamed.length === 0 && more.every((word) => /[/.:*]/.test(word));
}

/** `cargo` does not cover `cargo test`, `pytest` covers `pytest tests/a.py`. */
const sharesSubcommand = (passed: Step, failed: Step): boolean =>
  passed.words.length > 0 || failed.words.every((word) => /[/.:*]/.test(word));

/** `tests/a.py::test_x` is part of `tests/a.py`. */
const isPartOf = (part: string, whole: string): boolean =>
  part === whole || (part.startsWith(whole) && /^[/:#.]/.test(part.slice(whole.length)));
