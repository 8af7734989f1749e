import { AppError } from "../../base/errors.js";
import { globMatcher } from "../../base/text/glob.js";

export type Verdict = "allow" | "ask" | "deny";

/** What `run_in_repo` may run in a project. Patterns know `*` and `?`; the strictest that fits decides. */
export interface CommandPolicy {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
  /** For commands that no pattern fits. */
  readonly otherwise: Verdict;
}

export const openPolicy: CommandPolicy = { allow: [], ask: [], deny: [], otherwise: "allow" };

export function readPolicy(text: string): CommandPolicy {
  if (text === "") return openPolicy;
  try {
    return { ...openPolicy, ...(JSON.parse(text) as Partial<CommandPolicy>) };
  } catch {
    // A policy that cannot be read must not open what it closed.
    return { ...openPolicy, otherwise: "deny" };
  }
}

/**
 * A line may hold several commands. Each is judged, and the strictest verdict counts. What a shell makes of
 * substitutions and variables cannot be foreseen: where a policy allows by pattern, such a line fits none.
 */
export function judgeCommand(line: string, policy: CommandPolicy): Verdict {
  const parts = splitCommands(line);
  const verdicts = [line, ...parts].map((part, i) => judgeOne(part, policy, i === 0 && parts.length > 1));
  return strictest(verdicts);
}

function judgeOne(command: string, policy: CommandPolicy, isCompound: boolean): Verdict {
  const fits = (patterns: readonly string[]) => patterns.some((pattern) => matches(pattern, command));
  if (fits(policy.deny)) return "deny";
  if (fits(policy.ask)) return "ask";
  const isPlain = !/[`$]|<\(|>\(/.test(command);
  // A whole line that an allowing pattern covers is still the sum of its parts.
  if (isCompound || (isPlain && fits(policy.allow))) return "allow";
  return policy.otherwise;
}

const order: readonly Verdict[] = ["allow", "ask", "deny"];
const strictest = (verdicts: readonly Verdict[]): Verdict =>
  order[Math.max(0, ...verdicts.map((verdict) => order.indexOf(verdict)))] ?? "deny";

/** `*` crosses every character, slashes too: these are commands, not paths. */
function matches(pattern: string, command: string): boolean {
  const flat = (text: string) => text.trim().replace(/\s+/g, " ").replaceAll("/", "\u2215");
  return globMatcher(flat(pattern))(flat(command));
}

/** The simple commands of a line: cut at `;`, `&`, `|`, newlines, brackets and substitutions, but not inside quotes. */
export function splitCommands(line: string): string[] {
  const parts: string[] = [];
  let part = "";
  let quote = "";
  for (let i = 0; i < line.length; i++) {
    const letter = line.charAt(i);
    if (letter === "\\" && quote !== "'") {
      part += letter + line.charAt(++i);
    } else if (quote !== "") {
      if (letter === quote) quote = "";
      // Double quotes do not keep a shell from running what stands in $( ) or backquotes.
      if (quote === '"' && (letter === "`" || (letter === "(" && line.charAt(i - 1) === "$"))) {
        parts.push(part);
        part = "";
      } else part += letter;
    } else if (letter === "'" || letter === '"') {
      quote = letter;
      part += letter;
    } else if (/[;&|\n(){}`]/.test(letter)) {
      parts.push(part);
      part = "";
    } else part += letter;
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== "");
}

export const denied = (command: string, project: string) =>
  new AppError("forbidden", `The policy of '${project}' denies this command: ${command.slice(0, 200)}`, {
    code: "POLICY_DENIED",
    hint: `Show or change it with \`throughline project policy ${project}\`.`,
  });

export const unapproved = (command: string, project: string, isRefused: boolean) =>
  new AppError(
    "forbidden",
    isRefused
      ? `A person refused this command: ${command.slice(0, 200)}`
      : `This command needs a person's approval, and your client cannot ask for it: ${command.slice(0, 200)}`,
    {
      code: "POLICY_DENIED",
      hint: `Run it yourself, or allow it with \`throughline project policy ${project} --allow PATTERN\`.`,
    },
  );
