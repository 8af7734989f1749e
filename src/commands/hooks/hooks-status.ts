import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { agentsWith } from "../../hosts/all-hosts.js";
import { defineCommand } from "../define-command.js";

export const hooksStatus = defineCommand({
  name: "hooks status",
  summary: "Show per agent whether hooks are on, when one last ran, and how many transcripts are not imported yet.",
  input: z.object({ agent: z.enum(agentsWith("hooks")).optional().describe("Only this agent.") }),
  examples: ["hooks status", "hooks status --agent codex"],

  async run({ agent }, app) {
    const lastEvents = await app.ingest.lastSeen();
    const agentNames = agent ? [agent] : agentsWith("hooks");
    const states = await app.hostHooks.list(agentNames);
    return agentNames.map((name) => {
      const events = states.filter((state) => state.agent === name);
      const on = events.filter(({ enabled }) => enabled).map(({ event }) => event);
      const off = events.filter(({ enabled }) => !enabled).map(({ event }) => event);
      const unapproved = events
        .filter(({ enabled, approved }) => enabled && approved === false)
        .map(({ event }) => event);
      const { at = "", waiting = 0 } = lastEvents.find((one) => one.agent === name) ?? {};
      return { agent: name, file: events[0]?.file ?? "", on, off, unapproved, lastHook: at, waiting };
    });
  },

  toText: (statuses, paint) =>
    statuses
      .map(({ agent, file, on, off, unapproved, lastHook, waiting }) => {
        const state = on.length === 0 ? "off" : off.length === 0 ? "on" : `on except ${off.join(", ")}`;
        const last = lastHook ? `last hook ${lastHook.slice(0, 19).replace("T", " ")}` : "no hook yet";
        const approval =
          unapproved.length === 0
            ? ""
            : `, ${formatCount(unapproved.length, "hook")} not approved: enter /hooks in ${agent} and trust them`;
        const rest = waiting > 0 ? `, ${formatCount(waiting, "transcript")} to import` : "";
        return `${paint.bold(agent.padEnd(12))} ${state}${approval}; ${last}${rest} ${paint.dim(file)}`;
      })
      .join("\n"),
});
