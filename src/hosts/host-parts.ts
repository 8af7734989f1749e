import type { ConfigLocation, HookItem, HostContext } from "./host.js";

/** A limit of the hosts whose hooks can stop an action, but not ask about it. */
export const cannotAsk =
  "A guard cannot ask you in a dialog: it stops the agent, which has to ask. Your yes in a message allows the action.";

/** The root of a scope's files. */
export const rootOf = ({ platform, scope, project }: HostContext): string =>
  scope === "user" ? platform.home : project;

/** A folder of the host: the person's own, or one in the project. */
export const scopedFolder = ({ platform, scope, project }: HostContext, own: string, inProject: string): string =>
  scope === "user" ? own : platform.join(project, inProject);

/** Instructions in the host's own folder, or at the top of a project. */
export const instructionsIn = ({ platform, scope, project }: HostContext, own: string, name: string) => ({
  file: platform.join(scope === "user" ? own : project, name),
});

export function inJson(files: readonly string[], ...path: string[]): ConfigLocation {
  return { files, format: "json", path };
}

/** Where most hosts have a server in a JSON file. */
export const mcpServers = (file: string): ConfigLocation => inJson([file], "mcpServers", "throughline");

export const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Answers take a quarter of a second; a hook that takes longer than this is broken. */
export const hookTimeoutSeconds = 5;

/** A hook that is no more than a line for the system's shell. */
export const bareHook: HookItem = (words, _, { shellLine }) => ({
  command: shellLine(words),
  timeout: hookTimeoutSeconds,
});

/** A hook in Claude Code's form, with a line for the system's shell. */
export const commandHook = (command: string, timeout = hookTimeoutSeconds) => ({ type: "command", command, timeout });
