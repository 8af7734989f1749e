import { AppError } from "../../base/errors.js";
import type { Settings } from "../../base/settings.js";
import type { Sandbox, SandboxLayer, SandboxPlan, SandboxVerdict } from "../../engine/sandbox.js";

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

/** Whether a sandbox may and can be used. Throws if the settings require one and none works. */
export async function probeSandbox({ sandbox, settings }: Deps): Promise<SandboxVerdict> {
  const setting = settings["agent.sandbox"];
  if (setting === "off") return { works: false, about: "agent.sandbox is `off`" };
  const verdict = await sandbox.probe();
  if (setting === "required" && !verdict.works) {
    throw new AppError("unavailable", `agent.sandbox is \`required\`, but no sandbox is available: ${verdict.about}.`, {
      code: "SANDBOX_UNAVAILABLE",
      hint: "Install bubblewrap, or set agent.sandbox to auto.",
    });
  }
  return verdict;
}

/** The command line inside the sandbox. */
export async function wrapInSandbox(
  { sandbox, settings }: Deps,
  layer: SandboxLayer,
  { file, args }: { file: string; args: readonly string[] },
  plan: SandboxPlan,
): Promise<ConfinedCommand> {
  const writable = [...plan.writable, ...(plan.mayWrite ? settings["agent.writable"] : [])];
  return { ...(await sandbox.wrap(file, args, { ...plan, writable })), enforcement: "os", layers: [layer] };
}
