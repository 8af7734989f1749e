import * as z from "zod";
import { verifyEntry } from "../../domain/context/entry-facts.js";
import { defineCommand } from "../define-command.js";

export const contextVerify = defineCommand({
  name: "context verify",
  summary: "Record that a shared entry still holds, who owns it, and which paths it is about.",
  input: z.object({
    entry_type: z.string().describe("knowledge, decision, convention or skill."),
    key: z.string().describe("Key, decision id or skill name."),
    owner: z.string().optional().describe("Who answers for it."),
    paths: z.string().optional().describe("Files or folders, separated by commas; when they change, it is stale."),
  }),
  positional: ["entry_type", "key"],
  examples: ["context verify knowledge tech-stack --owner ada --paths package.json,src/engine"],

  async run({ entry_type, key, owner, paths }, app) {
    const list = paths?.split(",").map((path) => path.trim());
    const request = { entryType: entry_type, key, owner, paths: list?.filter(Boolean) };
    return { key, ...(await verifyEntry(await app.context.open(app.call), request)) };
  },

  toText: ({ key, owner, paths }) =>
    `${key} is verified.${owner ? ` Owner: ${owner}.` : ""}${paths.length > 0 ? ` About: ${paths.join(", ")}.` : ""}`,
});
