import * as z from "zod";
import { defineTool } from "../define-tool.js";
import { readScope, scopeField } from "../fields.js";

export const contextAddKnowledge = defineTool({
  name: "context_add_knowledge",
  toolset: "context",
  effect: "replaces",
  title: "Add knowledge",
  description:
    "Write down something the whole team should know about this project, as a markdown entry in the repository. Use it when you learn how things are done here. " +
    "An entry of the same key is replaced. " +
    "For a lesson that only concerns your own work use memory_record.",
  input: z.object({
    key: z.string().describe("Short name of the entry, such as `architecture`."),
    content: z.string().describe("Markdown."),
    scope: scopeField,
  }),
  output: z.object({ status: z.literal("ok"), key: z.string() }),
  examples: [{ key: "tech-stack", content: "## Stack\n\n- TypeScript\n- SQLite" }],
  cli: { command: "context add-knowledge", positional: ["key", "content"] },

  async run({ key, content, scope: scopeText }, app) {
    const scope = readScope(scopeText);
    const kept = await app.context.addKnowledge(app.call.folder, { key, content, ...(scope ? { scope } : {}) });
    return { status: "ok", key: kept };
  },

  toText: ({ key }) => `Kept as ${key}.`,
  changes: ({ key }) => ["context://knowledge", `context://knowledge/${encodeURIComponent(key)}`],
});
