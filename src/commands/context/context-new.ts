import * as z from "zod";
import { addFromTemplate } from "../../domain/context/new-entry.js";
import { areas } from "../../store/context/context-layout.js";
import { defineCommand } from "../define-command.js";

export const contextNew = defineCommand({
  name: "context new",
  summary: "Add an entry from a template of the team (.context-teleport/templates/<name>.md).",
  input: z.object({
    key: z.string().describe("Key of the new entry."),
    template: z.string().describe("Name of the template."),
    convention: z.boolean().default(false).describe("Add a convention instead of knowledge."),
  }),
  positional: ["key", "template"],
  examples: ["context new payments-runbook runbook"],

  async run({ key, template, convention }, app) {
    const area = convention ? "conventions" : "knowledge";
    const entry = await addFromTemplate(await app.context.open(app.call), { area, key, template });
    return { key: entry.key, file: `.context-teleport/${areas[area]}/${entry.key}.md` };
  },

  toText: ({ file }) => `Added ${file}. Fill it in, then run \`throughline sync push\`.`,
});
