import { resolve } from "node:path";
import * as z from "zod";
import type { Paint } from "../../base/paint.js";
import type { Lines } from "../../base/text/lines.js";
import { formatCount } from "../../base/text/plural.js";
import type { AppCall } from "../../domain/app.js";
import type { CodeHit } from "../../domain/code/code-hits.js";
import type { SymbolUse } from "../../domain/code/find-symbol.js";
import { answerFrom, type FromShape, numbers, texts } from "../answer-schema.js";
import { defineMemoryTool, type Tool } from "../define-tool.js";
import { fromFolder, limitUpTo, listUpTo, neededText } from "../memory-fields.js";

const maxBytes = 10_485_760;
const size = z.int().refine((bytes) => bytes >= 1 && bytes <= maxBytes, `must be 1 to ${maxBytes}`);
/** Enough to see what is missing; `skipped` counts all. */
const maxSkippedFiles = 50;
const patterns = listUpTo(200, 1000);

const codeQuery = z.object({
  query: neededText(100_000).describe("A question, or symbol:name for its definition and uses."),
  project_path: neededText(4096).describe("Indexed repository path."),
  tenant_id: z.string().optional().describe("Default: git user."),
  files: listUpTo(50, 500).optional().describe("Only these: src/**, *.ts."),
  content_mode: z.enum(["minimal", "preview", "full"]).optional().describe("Amount of text. Default: preview."),
  limit: limitUpTo(100).default(10).describe("Maximum results."),
});

type CodeQuery = z.output<typeof codeQuery>;

const codeShape = {
  results: [
    {
      file_path: "string",
      start_line: "number",
      end_line: "number",
      ...texts("symbol", "kind", "language"),
      score: "number",
      "content?": "string",
      /** Of `symbol:`; `symbol` is then the caller or the symbol that uses the name. */
      "role?": "string",
      /** Further matching lines of the file: `40-52 Pool.close`. */
      "also?": ["string"],
    },
  ],
  count: "number",
  "notice?": "string",
} as const;

type CodeAnswer = FromShape<typeof codeShape>;
const codeAnswer = answerFrom(codeShape);

export const repositoryTools: readonly Tool[] = [
  defineMemoryTool("repository_index", "adds", {
    title: "Index a repository",
    description:
      "Index a repository for repository_search; later runs read only changes. Use before working on a codebase.",
    input: z.object({
      path: neededText(4096).describe("Repository path."),
      tenant_id: z.string().optional().describe("Default: git user."),
      include_patterns: patterns.optional().describe("Globs. Default: all files."),
      exclude_patterns: patterns.optional().describe("Globs, besides ignore files."),
      max_file_size: size.optional().describe("Bytes. Default: 1 MiB."),
    }),
    output: answerFrom({
      path: "string",
      files_indexed: "number",
      include_patterns: ["string"],
      exclude_patterns: ["string"],
      ...numbers("max_file_size", "chunks", "added", "unchanged", "removed"),
      skipped: { "*": "number" },
      "skipped_files?": [{ path: "string", reason: "string" }],
      "problems?": ["string"],
      "waited?": "boolean",
    }),
    examples: [{ path: "." }],
    cli: {
      command: "code index",
      isIndexing: true,
      positional: ["path"],
      defaults: { path: async (app) => app.identity.root(app.call.folder) },
    },

    async run({ path, tenant_id, include_patterns, exclude_patterns, max_file_size }, app) {
      const include = include_patterns?.length ? include_patterns : ["*"];
      const options = { include, exclude: exclude_patterns ?? [], maxFileSize: max_file_size ?? 1_048_576 };
      const place = { path: resolve(app.call.folder, path), owner: tenant_id };
      const report = await app.code.index(app.call, { ...place, ...options });
      return {
        ...report,
        filesIndexed: report.files,
        includePatterns: include,
        excludePatterns: report.excluded,
        maxFileSize: options.maxFileSize,
        skippedFiles: report.skippedFiles.slice(0, maxSkippedFiles),
        waited: report.hasWaited || undefined,
      };
    },

    toText: ({ path, files_indexed, chunks, added, removed, skipped, skipped_files = [], waited }) =>
      `Indexed ${path}: ${formatCount(files_indexed, "file")} in ${formatCount(chunks, "chunk")} (${added} read, ${removed} removed).${
        waited ? " Another process was indexing it too; its files were not read again." : ""
      }${listSkipped(skipped_files, skipped)}`,
  }),

  defineMemoryTool("repository_search", "reads", {
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
  }),

  defineMemoryTool("repository_outline", "reads", {
    title: "Outline code",
    description: "List what files declare, with signatures and lines. Use before reading a file or folder.",
    input: z.object({
      project_path: neededText(4096).describe("Indexed repository path."),
      path: z.string().optional().describe("File or folder within it."),
      tenant_id: z.string().optional().describe("Default: git user."),
      limit: limitUpTo(500).default(50).describe("Maximum files."),
    }),
    output: answerFrom({
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
      const shown = files.map((file) => ({
        ...file,
        symbols: file.symbols.map((one) => ({ ...one, startLine: one.start, endLine: one.end })),
      }));
      return { files: shown, count: files.length };
    },

    toText: ({ files }, paint) =>
      files.map(({ path, symbols }) => [
        paint.bold(path),
        symbols.map((one) => `  ${String(one.start_line).padStart(5)}  ${one.signature}`),
      ]),
    whenEmpty: "No indexed file has symbols here. Index new files with `throughline code index`.",
  }),

  defineMemoryTool("semantic_search", "reads", {
    title: "Search code by meaning",
    description: "Alias of repository_search. Use that one.",
    input: codeQuery.pick({ query: true, project_path: true, tenant_id: true, limit: true }),
    output: codeAnswer,
    examples: [{ query: "retry with growing pauses", project_path: "." }],
    cli: { none: "`code search` does the same." },
    unlisted: "Alias of repository_search.",
    run: searchCode,
    toText: codeText,
  }),
];

const shownSkipped = 5;

/** The first files that were left out, each with its reason; --json lists more. */
function listSkipped(
  files: readonly { readonly path: string; readonly reason: string }[],
  { ignored: _, not_included: __, ...counts }: Readonly<Record<string, number>>,
): string {
  if (files.length === 0) return "";
  const others = Object.values(counts).reduce((sum, count) => sum + count, 0) - shownSkipped;
  const shown = files.slice(0, shownSkipped).map(({ path, reason }) => `${path} (${reason.replaceAll("_", " ")})`);
  return `\nSkipped: ${shown.join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}

const previewLines = 8;

const noMatches = "No code matches. Try other words, a symbol name, or repository_index if files are new.";
const noMatchesInTerminal = "No code matches. Try other words, or index new files with `throughline code index`.";

/** Shared by repository_search and its alias semantic_search. */
async function searchCode(input: CodeQuery, app: AppCall) {
  const { query, project_path, tenant_id, files, limit } = input;
  const place = { path: resolve(app.call.folder, project_path), owner: tenant_id, files };
  const name = /^symbol:\s*(\S+)\s*$/.exec(query)?.[1];
  if (name !== undefined) return listUses(name, await app.code.symbol(app.call, { ...place, name }), input);
  const { hits, notice } = await app.code.search(app.call, { query, ...place, limit });
  const results = hits.map((hit) => show(hit, input));
  return {
    results,
    count: results.length,
    notice: [results.length === 0 && noMatches, notice].filter(Boolean).join(" "),
  };
}

/** The definition of a name and all that uses it, as many as asked for. */
function listUses(name: string, uses: readonly SymbolUse[], input: CodeQuery) {
  const results = uses
    .slice(0, input.limit)
    .map((use) => ({ ...show({ ...use, start: use.line, score: 1, also: [] }, input), role: use.role }));
  const count = (role: string) => uses.filter((use) => use.role === role).length;
  const callers = new Set(uses.filter(({ role }) => role === "call").map(({ path, symbol }) => `${path} ${symbol}`));
  const counts = [
    formatCount(count("definition"), "definition"),
    `${formatCount(count("call"), "call")} by ${formatCount(callers.size, "caller")}`,
    formatCount(count("import"), "import"),
    formatCount(count("reference"), "other use"),
  ];
  const notice =
    uses.length === 0
      ? `No file uses the name ${name}.`
      : `${counts.join(", ")}, matched by name; ${results.length} shown.`;
  return { results, count: results.length, notice };
}

function show(hit: CodeHit, { content_mode: mode = "preview" }: CodeQuery) {
  const preview = hit.text.split("\n").slice(0, previewLines).join("\n");
  return {
    ...hit,
    filePath: hit.path,
    startLine: hit.start,
    endLine: hit.end,
    content: { minimal: undefined, preview, full: hit.text }[mode],
    also: hit.also.map((one) => `${one.start}-${one.end} ${one.symbol}`.trim()),
  };
}

function codeText({ results, notice }: CodeAnswer, paint: Paint): Lines {
  if (results.length === 0) return (notice ?? noMatches).replace(noMatches, noMatchesInTerminal);
  return [results.map((result) => resultText(result, paint)), notice && paint.dim(notice)];
}

function resultText(result: CodeAnswer["results"][number], paint: Paint): string {
  const { file_path, start_line, end_line, symbol, score, role = "definition", content = "", also = [] } = result;
  if (role !== "definition")
    return (
      `${paint.bold(`${file_path}:${start_line}`)} ${role} ${paint.dim(symbol)}`.trimEnd() +
      (content && `\n  ${content.trim()}`)
    );
  const further = also.length > 0 ? `\n  ${paint.dim(`also ${also.join(", ")}`)}` : "";
  const head = `${paint.bold(`${file_path}:${start_line}-${end_line}`)} ${symbol} ${paint.dim(score.toFixed(2))}`;
  return `${head}${content && `\n${content.replace(/^/gm, "  ")}`}${further}`;
}
