import type { CommandCall } from "../../domain/command-app.js";
import type { Host } from "../../hosts/host.js";

/** The agent to test as: the named one, or the first connected one, preferably one with hooks. */
export async function hostToTest({ installer }: CommandCall, agent: string): Promise<Host | undefined> {
  if (agent !== "") return (await installer.plan({ agents: [agent], scope: "user", project: "" })).hosts[0];
  const { entries } = await installer.journal();
  const connected = (await installer.detect()).filter(({ id }) => entries.some(({ hosts }) => hosts.includes(id)));
  return (
    connected.find(({ hooks }) => hooks?.events.some((one) => one.toLowerCase() === "sessionstart")) ?? connected[0]
  );
}
