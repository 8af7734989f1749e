import { resolve } from "node:path";
import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { fromFolder } from "../fields.js";
import { limitUpTo, neededText } from "../memory-fields.js";

export const repositoryOutline = defineTool({
  name: "repository_outline",
  toolset: "memory",
  effect: "reads",
  title: "Outline code",
  description: "List what files declare, with signatures and lines. Use before reading a file or folder.",
  input: z.object({
    project_path: neededText(4096).describe("Indexed repository path."),
    path: z.string().optional().describe("File or folder within it."),
    tenant_id: z.string().optional().describe("Default: git user."),
    limit: limitUpTo(500).default(50).describe("Maximum files."),
  }),
  output: answerOf({
    files: [
      {
        path: "string",
        language: "string",
        symbols: [{ name: "string", kind: "string", start_line: "number", end_line: "number", signature: "string" }],
      },
    ],
    count: "number",
  }),
  examples: [{ project_path: "." }],
  cli: { command: "code outline", positional: ["path"], defaults: { project_path: fromFolder.project } },

  async run({ project_path, path = "", tenant_id, limit }, app) {
    const place = { path: resolve(app.call.folder, project_path), owner: tenant_id };
    const files = await app.code.outline(app.call, { ...place, below: path, limit });
    return {
      files: files.map(({ path: file, language, symbols }) => ({
        ...{ path: file, language },
        symbols: symbols.map(({ name, kind, start, end, signature }) => ({
          ...{ name, kind, start_line: start, end_line: end, signature },
        })),
      })),
      count: files.length,
    };
  },

  toText: ({ files }, paint) =>
    files
      .map(({ path, symbols }) =>
        [paint.bold(path), ...symbols.map((one) => `  ${String(one.start_line).padStart(5)}  ${one.signature}`)].join(
          "\n",
        ),
      )
      .join("\n") || "No indexed file has symbols here. Index new files with `throughline code index`.",
});
