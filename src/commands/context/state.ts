import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { clearState, setState } from "../../domain/context/update-state.js";
import { type Command, defineCommand } from "../define-command.js";

export const stateCommands: readonly Command[] = [
  defineCommand("state show", {
    summary: "Show the current task, blockers and progress on this machine.",
    run: async (_, app) => (await app.context.open(app.call)).state.read(),
    toText: ({ current_task, blockers, progress }) => [
      `Task: ${current_task || "none"}`,
      blockers.length > 0 && `Blocked by: ${blockers.join(", ")}`,
      Object.entries(progress).map(([name, value]) => `${name}: ${String(value)}`),
    ],
  }),

  defineCommand("state set", {
    summary: "Set a field of the state. Unknown fields are stored as progress.",
    input: z.object({
      field: z.string().min(1).describe("Field name, such as current_task or blockers."),
      value: z.string().describe("New value."),
    }),
    positional: ["field", "value"],
    examples: ["state set current_task 'Auth middleware'"],

    async run({ field, value }, app) {
      await setState(await app.context.open(app.call), field, value);
      return { field, value };
    },

    toText: ({ field, value }) => `Set ${field} to ${value}.`,
  }),

  defineCommand("state clear", {
    summary: "Clear the state and remove every ephemeral entry.",
    confirm: async () =>
      "Clears task, blockers and progress, and deletes every ephemeral entry. This cannot be undone.",
    run: async (_, app) => ({ ephemeral_removed: await clearState(await app.context.open(app.call)) }),

    toText({ ephemeral_removed }) {
      const removed = Object.values(ephemeral_removed).reduce((sum, count) => sum + count, 0);
      return `Cleared the state and removed ${formatCount(removed, "ephemeral entry", "ephemeral entries")}.`;
    },
  }),
];
