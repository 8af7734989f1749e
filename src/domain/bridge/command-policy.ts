import { AppError } from "../../base/errors.js";
import { globMatcher } from "../../base/text/glob.js";

export type Verdict = "allow" | "ask" | "deny";

/** What sub-agents and commands may do in a project. */
export interface ProjectPolicy extends CommandPolicy {
  /** Whether sub-agents may change files where nothing keeps them in their repository. */
  readonly unconfined: "allow" | "deny";
}

/** What `run_in_repo` may run in a project. Patterns support `*` and `?`; the strictest match decides. */
export interface CommandPolicy {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
  /** For commands that match no pattern. */
  readonly otherwise: Verdict;
}

export const defaultPolicy: ProjectPolicy = { allow: [], ask: [], deny: [], otherwise: "allow", unconfined: "deny" };

export function readPolicy(text: string): ProjectPolicy {
  if (text === "") return defaultPolicy;
  try {
    return { ...defaultPolicy, ...(JSON.parse(text) as Partial<ProjectPolicy>) };
  } catch {
    // An unreadable policy must not allow what it denied.
    return { ...defaultPolicy, otherwise: "deny" };
  }
}

/**
 * A line may contain several commands; the strictest verdict counts. Results of substitutions and variables are unknown,
 * so a command with them matches no allowing pattern.
 */
export function evaluateCommand(line: string, policy: CommandPolicy): Verdict {
  const parts = splitCommands(line);
  const verdicts = [line, ...parts].map((part, i) => evaluatePart(part, policy, i === 0 && parts.length > 1));
  return strictest(verdicts);
}

function evaluatePart(command: string, policy: CommandPolicy, isCompound: boolean): Verdict {
  const matchesAny = (patterns: readonly string[]) => patterns.some((pattern) => matches(pattern, command));
  if (matchesAny(policy.deny)) return "deny";
  if (matchesAny(policy.ask)) return "ask";
  const isPlain = !/[`$]|<\(|>\(/.test(command);
  // A compound line is allowed only by its parts.
  if (isCompound || (isPlain && matchesAny(policy.allow))) return "allow";
  return policy.otherwise;
}

const order: readonly Verdict[] = ["allow", "ask", "deny"];
const strictest = (verdicts: readonly Verdict[]): Verdict =>
  order[Math.max(0, ...verdicts.map((verdict) => order.indexOf(verdict)))] ?? "deny";

/** `*` matches slashes too: these are commands, not paths. */
function matches(pattern: string, command: string): boolean {
  const flat = (text: string) => text.trim().replace(/\s+/g, " ").replaceAll("/", "\u2215");
  return globMatcher(flat(pattern))(flat(command));
}

/** The simple commands of a line: split at `;`, `&`, `|`, newlines, brackets and substitutions outside quotes. */
export function splitCommands(line: string): string[] {
  const parts = [""];
  const append = (text: string) => parts.push(`${parts.pop()}${text}`);
  let quote = "";
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i);
    // A shell runs $( ) and backquotes inside double quotes too.
    const isSubstitution = character === "`" || (character === "(" && line.charAt(i - 1) === "$");
    if (character === "\\" && quote !== "'") append(character + line.charAt(++i));
    else if (quote === "" ? /[;&|\n(){}`]/.test(character) : quote === '"' && isSubstitution) parts.push("");
    else {
      if (quote !== "" && character === quote) quote = "";
      else if (quote === "" && (character === "'" || character === '"')) quote = character;
      append(character);
    }
  }
  return parts.map((one) => one.trim()).filter((one) => one !== "");
}

export const denied = (command: string, project: string) =>
  new AppError("forbidden", `The policy of '${project}' denies this command: ${command.slice(0, 200)}`, {
    code: "POLICY_DENIED",
    hint: `Show or change it with \`throughline project policy ${project}\`.`,
  });

export function notApproved(command: string, project: string, isRefused: boolean): AppError {
  const reason = isRefused
    ? "A person refused this command"
    : "This command needs a person's approval, and your client cannot ask for it";
  return new AppError("forbidden", `${reason}: ${command.slice(0, 200)}`, {
    code: "POLICY_DENIED",
    hint: `Run it yourself, or allow it with \`throughline project policy ${project} --allow PATTERN\`.`,
  });
}
