import * as z from "zod";
import { formatCount } from "../base/text/plural.js";
import type { HookState } from "../domain/install/host-hooks.js";
import { smokeTestSession } from "../domain/receipts/receipt.js";
import { agentsWith } from "../hosts/all-hosts.js";
import { type Command, defineCommand } from "./define-command.js";

const eventField = z
  .string()
  .describe("Event: stop, sessionstart, userprompt, pretool, posttool, precompact, sessionend …, or all.");

const oneAgent = z.enum(agentsWith("hooks")).optional().describe("Only this agent.");
const agentField = z.enum(agentsWith("hooks")).default("claude-code").describe("Agent whose hooks to use.");

const statesText = (states: readonly HookState[]) =>
  states.map(({ agent, event, enabled, file }) => `${enabled ? "on " : "off"} ${agent} ${event} (${file})`);

const switchHooks = (verb: "enable" | "disable", summary: string) =>
  defineCommand(`hooks ${verb}`, {
    summary,
    input: z.object({ event: eventField.default("all"), agent: agentField }),
    positional: ["event"],
    examples: [`hooks ${verb} stop`, `hooks ${verb} all --agent codex`],
    run: ({ event, agent }, app) => app.hostHooks[verb](agent, event),
    toText: statesText,
  });

export const hookCommands: readonly Command[] = [
  switchHooks("enable", "Add hooks to an agent's settings. Everything else in them stays as it is."),
  switchHooks("disable", "Remove hooks from an agent's settings, and restore them byte for byte."),

  defineCommand("hooks list", {
    summary: "List the hooks in agents' settings.",
    input: z.object({ agent: oneAgent }),
    examples: ["hooks list", "hooks list --agent gemini"],
    run: ({ agent }, app) => app.hostHooks.list(agent ? [agent] : agentsWith("hooks")),
    toText: statesText,
  }),

  defineCommand("hooks status", {
    summary: "Show per agent whether hooks are on, when one last ran, and how many transcripts are not imported yet.",
    input: z.object({ agent: oneAgent }),
    examples: ["hooks status", "hooks status --agent codex"],

    async run({ agent }, app) {
      const lastEvents = await app.ingest.lastSeen();
      const agentNames = agent ? [agent] : agentsWith("hooks");
      const states = await app.hostHooks.list(agentNames);
      return agentNames.map((name) => {
        const own = states.filter((state) => state.agent === name);
        const eventsWith = (isWanted: (state: HookState) => boolean) => own.filter(isWanted).map(({ event }) => event);
        const { at = "", waiting = 0 } = lastEvents.find((one) => one.agent === name) ?? {};
        return {
          agent: name,
          file: own[0]?.file ?? "",
          on: eventsWith(({ enabled }) => enabled),
          off: eventsWith(({ enabled }) => !enabled),
          unapproved: eventsWith(({ enabled, approved }) => enabled && approved === false),
          lastHook: at,
          waiting,
        };
      });
    },

    toText: (statuses, paint) =>
      statuses.map(({ agent, file, on, off, unapproved, lastHook, waiting }) => {
        const state = on.length === 0 ? "off" : off.length === 0 ? "on" : `on except ${off.join(", ")}`;
        const last = lastHook ? `last hook ${lastHook.slice(0, 19).replace("T", " ")}` : "no hook yet";
        const approval =
          unapproved.length === 0
            ? ""
            : `, ${formatCount(unapproved.length, "hook")} not approved: enter /hooks in ${agent} and trust them`;
        const rest = waiting > 0 ? `, ${formatCount(waiting, "transcript")} to import` : "";
        return `${paint.bold(agent.padEnd(12))} ${state}${approval}; ${last}${rest} ${paint.dim(file)}`;
      }),
  }),

  defineCommand("hooks test", {
    summary: "Run the hook as an agent would, and show its result and duration.",
    input: z.object({ agent: agentField }),
    examples: ["hooks test", "hooks test --agent codex"],

    async run({ agent }, app) {
      const { folder: cwd } = app.call;
      const payload = { hook_event_name: "Stop", session_id: smokeTestSession, transcript_path: "", cwd };
      const words = ["hook", "--host", agent, "--event", "Stop"];
      return { agent, ...(await app.startSelf(words, JSON.stringify(payload))) };
    },

    toText: ({ agent, exitCode, output, ms }) =>
      exitCode === 0 && output === ""
        ? `The ${agent} hook ran in ${ms} ms and printed nothing, as it should.`
        : `The ${agent} hook failed with exit code ${exitCode}: ${output}`,
    isFailure: ({ exitCode, output }) => exitCode !== 0 || output !== "",
  }),
];
