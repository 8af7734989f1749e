import type { CommandCall } from "../../domain/command-app.js";
import type { AgentHost } from "../../domain/install/hosts/host.js";

/** The agent as which the product is tried: the one named, or the first connected one, those with hooks before others. */
export async function hostToTry({ installer }: CommandCall, named: string): Promise<AgentHost | undefined> {
  if (named !== "") return (await installer.plan({ agents: [named], scope: "user", project: "" })).hosts[0];
  const { entries } = await installer.journal();
  const connected = (await installer.detect()).filter(({ id }) => entries.some(({ hosts }) => hosts.includes(id)));
  return connected.find(({ events }) => events.some((one) => one.toLowerCase() === "sessionstart")) ?? connected[0];
}
