import * as z from "zod";
import { historyWarning } from "../../domain/context/change-scope.js";
import { fileKey } from "../../store/context/file-key.js";
import { readScope } from "../../store/context/scope.js";
import { defineTool } from "../define-tool.js";
import { scopeField } from "../fields.js";
import { writtenEntry } from "../written-entry-schema.js";

export const contextAddKnowledge = defineTool({
  name: "context_add_knowledge",
  toolset: "context",
  effect: "replaces",
  title: "Add knowledge",
  description:
    "Record what the team should know; replaces the same key. Use when you learn how things are done here; for lessons use memory_record.",
  input: z.object({
    key: z.string().describe("Short name such as `tech-stack`."),
    content: z.string().describe("Markdown."),
    scope: scopeField,
  }),
  output: writtenEntry,
  examples: [{ key: "tech-stack", content: "## Stack\n\n- TypeScript\n- SQLite" }],
  cli: { command: "knowledge add", positional: ["key", "content"] },

  async run({ key, content, scope: scopeText }, app) {
    const scope = readScope(scopeText);
    fileKey(key);
    const project = await app.context.open(app.call);
    const written = await project.change(() => project.knowledge.put({ key, content, scope, author: project.caller }));
    return {
      status: "ok",
      key: written.key,
      scope: written.scope,
      ...historyWarning(written.wasTracked),
      ...project.notices(),
    };
  },

  toText: ({ key, scope, warning, note }) =>
    [`Saved knowledge ${key} (${scope}).`, warning, note].filter(Boolean).join(" "),
  changes: ({ key }) => ["context://knowledge", `context://knowledge/${encodeURIComponent(key)}`],
});
