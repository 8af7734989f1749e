import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const agentList = defineCommand({
  name: "agent list",
  summary: "List the agents that can run as sub-agents and show which one is configured.",
  input: z.object({}),
  examples: ["agent list"],

  async run(_, app) {
    const agents = await app.bridge.agents.list(app.call);
    return { agents, current: { agent: app.bridge.agents.chosen.name, timeout: app.settings.values["agent.timeout"] } };
  },

  toText: ({ agents }, paint) =>
    agents
      .map(({ active, name, title, version, install }) => {
        const state = version === null ? paint.dim(`not installed: ${install}`) : version;
        return `${active ? paint.green("*") : " "} ${name.padEnd(9)} ${title}  ${state}`;
      })
      .join("\n"),
});
