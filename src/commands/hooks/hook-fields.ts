import * as z from "zod";
import type { HookState } from "../../domain/install/host-hooks.js";
import { agentsWith } from "../../hosts/all-hosts.js";

export const eventField = z
  .string()
  .describe("Event: stop, sessionstart, userprompt, posttool, precompact, sessionend …, or all.");

export const agentField = z.enum(agentsWith("hooks")).default("claude-code").describe("Agent whose hooks to use.");

export const statesText = (states: readonly HookState[]): string =>
  states.map(({ agent, event, enabled, file }) => `${enabled ? "on " : "off"} ${agent} ${event} (${file})`).join("\n");
