import { AppError } from "../../base/errors.js";
import type { Settings } from "../../base/settings.js";
import type { Sandbox } from "../../engine/sandbox.js";
import type { Adapter } from "./adapters.js";
import type { AgentRequest } from "./agent-deps.js";
import { type ConfinedCommand, probeSandbox, wrapInSandbox } from "./confine.js";
import type { InstalledAgent } from "./probe-agent.js";

interface Deps {
  readonly adapter: Adapter;
  readonly installed: InstalledAgent;
  readonly request: AgentRequest;
  readonly sandbox: Sandbox;
  readonly settings: Settings;
}

/**
 * The command line of an agent with everything that confines it. Throws if nothing keeps its changes in the repository or,
 * for a question, nothing keeps it from making any.
 */
export async function confineAgent(
  deps: Deps,
  args: readonly string[],
  runFolder: string,
  environment: Readonly<Record<string, string>>,
): Promise<ConfinedCommand> {
  const { adapter, installed, request } = deps;
  const isWriting = request.mode === "writes";
  const { path: file, realPath } = installed.program;
  const limit = adapter.ownLimits[request.mode];
  if (limit === "sandbox") return { file, args, enforcement: "os", layers: ["agent-sandbox"] };
  const permissions = limit === "permissions" ? (["agent-permissions"] as const) : [];
  const verdict = await probeSandbox(deps);
  if (!verdict.works) {
    const isAccepted = request.mayRunUnconfined || deps.settings["agent.sandbox"] === "off";
    if (!isAccepted && (isWriting || permissions.length === 0)) throw runsUnconfined(adapter, verdict.about, isWriting);
    return { file, args, enforcement: permissions.length > 0 ? "cli" : "none", layers: permissions };
  }
  const ownFolders = (adapter.folderVariables ?? []).flatMap((name) => environment[name] ?? []);
  const wrapped = await wrapInSandbox(
    deps,
    verdict.layer,
    { file, args },
    {
      kind: "agent",
      folder: request.folder,
      mayWrite: isWriting,
      writable: [runFolder, ...ownFolders],
      homePaths: adapter.homePaths,
      programs: [file, realPath],
      environment,
    },
  );
  return { ...wrapped, layers: [...wrapped.layers, ...permissions] };
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
