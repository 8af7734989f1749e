import { AppError } from "../../base/errors.js";
import type { Settings } from "../../base/settings.js";
import type { Sandbox, SandboxLayer, SandboxPlan } from "../../engine/sandbox.js";
import type { Mode } from "../../hosts/sub-agent.js";
import type { Adapter } from "./adapters.js";
import type { InstalledAgent } from "./probe-agent.js";

/** What confines a run: the operating system, the agent's own permissions, or nothing. */
export type Enforcement = "os" | "cli" | "none";

/** One thing that confines a run. A `comparison` is of repositories before and after. */
export type Layer = SandboxLayer | "agent-sandbox" | "agent-permissions" | "comparison";

export interface Confinement {
  readonly enforcement: Enforcement;
  readonly layers: readonly Layer[];
}

export const unconfined: Confinement = { enforcement: "none", layers: [] };

export interface ConfinedCommand extends Confinement {
  readonly file: string;
  readonly args: readonly string[];
}

/** How to get a sandbox, for people. */
export const sandboxAdvice =
  "On Linux, install bubblewrap (`apt install bubblewrap`, `dnf install bubblewrap`) or allow unprivileged user namespaces. On macOS and Windows, use Codex, which has its own sandbox, or a Linux container.";

interface Deps {
  readonly sandbox: Sandbox;
  readonly settings: Settings;
}

/** The command line inside the sandbox; without one, the reason. Throws if the settings require a sandbox. */
export async function enterSandbox(
  { sandbox, settings }: Deps,
  { file, args }: Pick<ConfinedCommand, "file" | "args">,
  plan: SandboxPlan,
): Promise<ConfinedCommand | string> {
  const setting = settings["agent.sandbox"];
  if (setting === "off") return "agent.sandbox is `off`";
  const verdict = await sandbox.probe();
  if (verdict.works) {
    const writable = [...plan.writable, ...(plan.mayWrite ? settings["agent.writable"] : [])];
    return { ...(await sandbox.wrap(file, args, { ...plan, writable })), enforcement: "os", layers: [verdict.layer] };
  }
  if (setting !== "required") return verdict.about;
  throw new AppError("unavailable", `agent.sandbox is \`required\`, but no sandbox is available: ${verdict.about}.`, {
    code: "SANDBOX_UNAVAILABLE",
    hint: "Install bubblewrap, or set agent.sandbox to auto.",
  });
}

interface AgentDeps extends Deps {
  readonly adapter: Adapter;
  readonly installed: InstalledAgent;
  readonly request: ConfinedRequest;
}

export interface ConfinedRequest {
  readonly mode: Mode;
  readonly folder: string;
  /** Allows a run that nothing keeps from writing elsewhere. */
  readonly mayRunUnconfined?: boolean;
}

/**
 * The command line of an agent with everything that confines it. Throws if nothing keeps its changes in the repository or,
 * for a question, nothing keeps it from making any.
 */
export async function confineAgent(
  deps: AgentDeps,
  args: readonly string[],
  runFolder: string,
  environment: Readonly<Record<string, string>>,
): Promise<ConfinedCommand> {
  const { adapter, request, settings } = deps;
  const isWriting = request.mode === "writes";
  const { path: file, realPath } = deps.installed.program;
  const limit = adapter.ownLimits[request.mode];
  if (limit === "sandbox") return { file, args, enforcement: "os", layers: ["agent-sandbox"] };
  const permissions = limit === "permissions" ? (["agent-permissions"] as const) : [];
  const ownFolders = (adapter.folderVariables ?? []).flatMap((name) => environment[name] ?? []);
  const plan = {
    kind: "agent",
    folder: request.folder,
    mayWrite: isWriting,
    writable: [runFolder, ...ownFolders],
    homePaths: adapter.homePaths,
    programs: [file, realPath],
    environment,
  } as const;
  const confined = await enterSandbox(deps, { file, args }, plan);
  if (typeof confined !== "string") return { ...confined, layers: [...confined.layers, ...permissions] };
  const isAccepted = request.mayRunUnconfined || settings["agent.sandbox"] === "off";
  if (!isAccepted && (isWriting || permissions.length === 0)) throw runsUnconfined(adapter, confined, isWriting);
  return { file, args, enforcement: permissions.length > 0 ? "cli" : "none", layers: permissions };
}

/** An agent's own permissions do not keep its shell in the repository. */
function runsUnconfined({ title, name }: Adapter, about: string, isWriting: boolean): AppError {
  const lack = isWriting
    ? `Nothing keeps ${title}'s changes inside the repository`
    : `Nothing keeps ${title} from writing`;
  return new AppError("unavailable", `${lack}: ${about}.`, {
    code: "SANDBOX_UNAVAILABLE",
    details: { agent: name, enforcement: "none", layers: [] },
    hint: "Install bubblewrap, use Codex, which has its own sandbox, or accept the risk for this project with `throughline project policy --unconfined allow`.",
  });
}
