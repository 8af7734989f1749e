import { codeAnswer, codeQuery, codeText, searchCode } from "../code-fields.js";
import { defineTool } from "../define-tool.js";

export const semanticSearch = defineTool({
  name: "semantic_search",
  toolset: "memory",
  effect: "reads",
  title: "Search code by meaning",
  description: "Alias of repository_search. Use that one.",
  input: codeQuery.pick({ query: true, project_path: true, tenant_id: true, limit: true }),
  output: codeAnswer,
  examples: [{ query: "retry with growing pauses", project_path: "." }],
  cli: { none: "`code search` does the same." },
  unlisted: "Alias of repository_search.",
  run: searchCode,
  toText: codeText,
});
