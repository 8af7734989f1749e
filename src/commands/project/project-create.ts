import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const projectCreate = defineCommand({
  name: "project create",
  summary: "Make a project of several repositories. The first one becomes the active one.",
  input: z.object({
    name: z.string().min(1).describe("Name of the project."),
    description: z.string().default("").describe("What it is."),
  }),
  positional: ["name", "description"],
  examples: ['project create shop "The web shop"'],

  async run({ name, description }, app) {
    await app.bridge.projects.create(app.call, { name, description });
    return { name };
  },

  toText: ({ name }) => `Made the project ${name}.`,
});
