import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const projectRemove = defineCommand({
  name: "project remove",
  summary: "Forget a project. Its repositories stay where they are.",
  input: z.object({
    name: z.string().describe("Name of the project."),
    force: z.boolean().default(false).describe("Also when it is the active one."),
  }),
  positional: ["name"],
  examples: ["project remove shop"],

  async run({ name, force }, app) {
    await app.bridge.projects.remove(app.call, name, { force });
    return { name };
  },

  toText: ({ name }) => `Forgot the project ${name}.`,
});
