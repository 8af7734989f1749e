import { AppError } from "../../base/errors.js";
import type { HookSetup, Host } from "../../hosts/host.js";
import { hostNamed, type InstallEngines, userContext } from "./find-hosts.js";
import { approvedEvents } from "./hook-approval.js";
import type { Installer } from "./installer.js";
import { ourHooksInText } from "./our-hook.js";

export interface HookState {
  readonly agent: string;
  readonly event: string;
  readonly file: string;
  readonly enabled: boolean;
  /** Whether a person approved it; absent for hosts that run every hook. */
  readonly approved: boolean | undefined;
}

interface Deps extends Pick<InstallEngines, "files" | "platform"> {
  readonly installer: Pick<Installer, "setHooks">;
}

/** Our hooks in the settings of agents, one event at a time. */
export type HostHooks = ReturnType<typeof createHostHooks>;

export function createHostHooks({ files, platform, installer }: Deps) {
  const read = (path: string) => files.read(path).catch(unreadable);
  return {
    enable: (agent: string, event: string) => setHooks(agent, event, true),
    disable: (agent: string, event: string) => setHooks(agent, event, false),
    list: async (agents: readonly string[]) =>
      (await Promise.all(agents.map((agent) => statesOf(agent, setupOf(hostNamed(agent)).events)))).flat(),
  };

  async function setHooks(agent: string, name: string, enabled: boolean): Promise<HookState[]> {
    const host = hostNamed(agent);
    const events = eventsNamed(host, name);
    const states = await statesOf(agent, events);
    // A file of ours is updated even if it exists.
    const isUpdate = enabled && setupOf(host).location(userContext(platform)).kind === "file";
    const changed = states.filter((state) => isUpdate || state.enabled !== enabled).map(({ event }) => event);
    if (changed.length === 0) return states;
    const { file, outcome, why = "" } = await installer.setHooks(host, changed, enabled);
    if (outcome === "refused") {
      throw new AppError("conflict", `${file} was left as it is: ${why}`, { hint: "Fix the file, then try again." });
    }
    return statesOf(agent, events);
  }

  async function statesOf(agent: string, events: readonly string[]): Promise<HookState[]> {
    const setup = setupOf(hostNamed(agent));
    const { kind, file } = setup.location(userContext(platform));
    const text = (await read(file)) ?? "";
    const ours = ourHooksInText(text).filter(({ host }) => host === agent);
    const isEnabled = (name: string) => (kind === "file" ? text !== "" : ours.some(({ event }) => event === name));
    const approved = await approvedEvents(setup, { read, platform });
    return events.map((event) => ({ agent, event, file, enabled: isEnabled(event), approved: approved?.has(event) }));
  }
}

function setupOf({ name, hooks }: Host): HookSetup {
  if (!hooks) throw new AppError("invalid", `${name} has no hooks.`);
  return hooks;
}

/** An unreadable file of one agent must not hide the others; a change of the file reports the error. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}

/** Common names of events that each host names differently. */
const commonNames: Readonly<Record<string, readonly string[]>> = {
  userprompt: ["UserPromptSubmit", "BeforeAgent", "beforeSubmitPrompt", "userPromptSubmitted"],
  pretool: ["PreToolUse", "preToolUse", "BeforeTool"],
  posttool: ["PostToolUse", "postToolUse", "AfterTool"],
  posttoolfailure: ["PostToolUseFailure", "postToolUseFailure", "errorOccurred"],
  stop: ["AfterAgent", "session"],
};

const commonName = (event: string) =>
  Object.entries(commonNames).find(([, names]) => names.includes(event))?.[0] ?? event.toLowerCase();

/** `stop`, `user-prompt` or `UserPromptSubmit` name an event, `all` every one. */
function eventsNamed(host: Host, name: string): readonly string[] {
  const { events } = setupOf(host);
  const normalized = name.toLowerCase().replace(/[^a-z]/g, "");
  if (normalized === "all" || normalized === "") return events;
  const match = events.find((event) => event.toLowerCase() === normalized || commonName(event) === normalized);
  if (match) return [match];
  throw new AppError("invalid", `${host.id} has no hook ${name}.`, {
    hint: `It has: ${events.map(commonName).join(", ")}, all.`,
  });
}
