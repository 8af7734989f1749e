import * as z from "zod";
import { historyWarning } from "../../domain/context/change-scope.js";
import { fileKey } from "../../store/context/file-key.js";
import { readScope } from "../../store/context/scope.js";
import { defineTool } from "../define-tool.js";
import { scopeField } from "../fields.js";
import { writtenEntry } from "../written-entry-schema.js";

export const contextAddConvention = defineTool({
  name: "context_add_convention",
  toolset: "context",
  effect: "replaces",
  title: "Add convention",
  description:
    "Record a rule the team agreed on; replaces the same key. Use for rules; for facts use context_add_knowledge.",
  input: z.object({
    key: z.string().describe("Short name such as `git`."),
    content: z.string().describe("Markdown."),
    scope: scopeField,
  }),
  output: writtenEntry,
  examples: [{ key: "git", content: "Always use feature branches." }],
  cli: { command: "convention add", positional: ["key", "content"] },

  async run({ key, content, scope: scopeText }, app) {
    const scope = readScope(scopeText);
    fileKey(key);
    const project = await app.context.open(app.call);
    const written = await project.change(() =>
      project.conventions.put({ key, content, scope, author: project.caller }),
    );
    return {
      status: "ok",
      key: written.key,
      scope: written.scope,
      ...historyWarning(written.wasTracked),
      ...project.notices(),
    };
  },

  toText: ({ key, scope, warning, note }) =>
    [`Saved convention ${key} (${scope}).`, warning, note].filter(Boolean).join(" "),
  changes: ({ key }) => ["context://conventions", `context://conventions/${encodeURIComponent(key)}`],
});
