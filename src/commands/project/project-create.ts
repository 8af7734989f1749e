import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const projectCreate = defineCommand({
  name: "project create",
  summary: "Create a project of several repositories. The first project becomes the active one.",
  input: z.object({
    name: z.string().min(1).describe("Project name."),
    description: z.string().default("").describe("Short description."),
  }),
  positional: ["name", "description"],
  examples: ['project create shop "The web shop"'],

  async run({ name, description }, app) {
    await app.bridge.projects.create(app.call, { name, description });
    return { name };
  },

  toText: ({ name }) => `Created project ${name}.`,
});
