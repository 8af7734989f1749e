import { resolve } from "node:path";
import * as z from "zod";
import type { Paint } from "../base/paint.js";
import type { Lines } from "../base/text/lines.js";
import { formatCount } from "../base/text/plural.js";
import type { AppCall } from "../domain/app.js";
import type { CodeHit } from "../domain/code/code-hits.js";
import type { SymbolUse } from "../domain/code/find-symbol.js";
import { answerFrom, type FromShape, texts } from "./answer-schema.js";
import { limitUpTo, listUpTo, neededText } from "./memory-fields.js";

export const codeQuery = z.object({
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
export const codeAnswer = answerFrom(codeShape);

const previewLines = 8;

const noMatches = "No code matches. Try other words, a symbol name, or repository_index if files are new.";
const noMatchesInTerminal = "No code matches. Try other words, or index new files with `throughline code index`.";

/** Shared by repository_search and its alias semantic_search. */
export async function searchCode(input: CodeQuery, app: AppCall) {
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

export const codeText = ({ results, notice }: CodeAnswer, paint: Paint): Lines =>
  results.length === 0
    ? (notice ?? noMatches).replace(noMatches, noMatchesInTerminal)
    : [results.map((result) => resultText(result, paint)), notice && paint.dim(notice)];

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
