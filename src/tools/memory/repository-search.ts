import { codeAnswer, codeQuery, codeText, searchCode } from "../code-fields.js";
import { defineTool } from "../define-tool.js";
import { fromFolder } from "../fields.js";

export const repositorySearch = defineTool({
  name: "repository_search",
  toolset: "memory",
  effect: "reads",
  title: "Search code",
  description: "Find code by question or name: file, lines, symbol. Use instead of reading many files.",
  input: codeQuery,
  output: codeAnswer,
  examples: [{ query: "where is the connection pool opened", project_path: "." }],
  cli: {
    command: "code search",
    isSearch: true,
    positional: ["query"],
    defaults: { project_path: fromFolder.project },
  },
  run: searchCode,
  toText: codeText,
});
