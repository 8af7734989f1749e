import { resolve } from "node:path";
import * as z from "zod";
import type { Paint } from "../base/paint.js";
import { formatCount } from "../base/text/plural.js";
import type { AppCall } from "../domain/app.js";
import type { CodeHit } from "../domain/code/code-hits.js";
import { answerOf, type FromShape } from "./answer-schema.js";
import { limitUpTo, listUpTo, neededText } from "./memory-fields.js";

export const codeQuery = z.object({
  query: neededText(100_000).describe("A question, or symbol:name for its definition and uses."),
  project_path: neededText(4096).describe("Indexed repository path."),
  tenant_id: z.string().optional().describe("Default: git user."),
  files: listUpTo(50, 500).optional().describe("Only these: src/**, *.ts."),
  content_mode: z.enum(["minimal", "preview", "full"]).optional().describe("Amount of text. Default: preview."),
  limit: limitUpTo(100).default(10).describe("Maximum results."),
});

const codeShape = {
  results: [
    {
      file_path: "string",
      start_line: "number",
      end_line: "number",
      symbol: "string",
      kind: "string",
      language: "string",
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

export type CodeAnswer = FromShape<typeof codeShape>;
export const codeAnswer = answerOf(codeShape);

const previewLines = 8;

const noMatches = "No code matches. Try other words, a symbol name, or repository_index if files are new.";
const noMatchesInTerminal = "No code matches. Try other words, or index new files with `throughline code index`.";

/** Shared by repository_search and its alias semantic_search. */
export async function searchCode(input: z.output<typeof codeQuery>, app: AppCall): Promise<CodeAnswer> {
  const { query, project_path, tenant_id, files, content_mode = "preview", limit } = input;
  const place = { path: resolve(app.call.folder, project_path), owner: tenant_id };
  const name = /^symbol:\s*(\S+)\s*$/.exec(query)?.[1];
  if (name !== undefined) return findUses({ ...place, name, files }, input, app);
  const { hits, notice } = await app.code.search(app.call, { query, ...place, files, limit });
  const results = hits.map((hit) => show(hit, content_mode));
  const notices = [results.length === 0 ? noMatches : undefined, notice].filter(Boolean).join(" ");
  return { results, count: results.length, ...(notices === "" ? {} : { notice: notices }) };
}

/** The definition of a name and all that uses it, as many as asked for. */
async function findUses(
  request: {
    readonly path: string;
    readonly owner: string | undefined;
    readonly name: string;
    readonly files: string[] | undefined;
  },
  { content_mode = "preview", limit }: z.output<typeof codeQuery>,
  app: AppCall,
): Promise<CodeAnswer> {
  const uses = await app.code.symbol(app.call, request);
  const results = uses.slice(0, limit).map(({ path, line, end, role, symbol, kind, language, text }) => {
    const hit = { path, start: line, end, symbol, kind, language, score: 1, text, also: [] };
    return { ...show(hit, content_mode), role };
  });
  const count = (role: string) => uses.filter((use) => use.role === role).length;
  const callers = new Set(uses.filter(({ role }) => role === "call").map(({ path, symbol }) => `${path} ${symbol}`));
  const notice =
    uses.length === 0
      ? `No file uses the name ${request.name}.`
      : `${[
          formatCount(count("definition"), "definition"),
          `${formatCount(count("call"), "call")} by ${formatCount(callers.size, "caller")}`,
          formatCount(count("import"), "import"),
          formatCount(count("reference"), "other use"),
        ].join(", ")}, matched by name; ${results.length} shown.`;
  return { results, count: results.length, notice };
}

function show(hit: CodeHit, mode: "minimal" | "preview" | "full") {
  const { path, start, end, symbol, kind, language, score, text, also } = hit;
  const content = mode === "full" ? text : text.split("\n").slice(0, previewLines).join("\n");
  return {
    file_path: path,
    start_line: start,
    end_line: end,
    symbol,
    kind,
    language,
    score,
    ...(mode === "minimal" ? {} : { content }),
    ...(also.length > 0 ? { also: also.map((one) => `${one.start}-${one.end} ${one.symbol}`.trim()) } : {}),
  };
}

export function codeText({ results, notice }: CodeAnswer, paint: Paint): string {
  if (results.length === 0) return (notice ?? noMatches).replace(noMatches, noMatchesInTerminal);
  const lines = results.map((result) => {
    const { file_path, start_line, end_line, symbol, score, role, content = "", also = [] } = result;
    if (role !== undefined && role !== "definition")
      return (
        `${paint.bold(`${file_path}:${start_line}`)} ${role} ${paint.dim(symbol)}`.trimEnd() +
        (content && `\n  ${content.trim()}`)
      );
    const further = also.length > 0 ? `\n  ${paint.dim(`also ${also.join(", ")}`)}` : "";
    const head = `${paint.bold(`${file_path}:${start_line}-${end_line}`)} ${symbol} ${paint.dim(score.toFixed(2))}`;
    return `${head}${content && `\n${content.replace(/^/gm, "  ")}`}${further}`;
  });
  return [...lines, ...(notice ? [paint.dim(notice)] : [])].join("\n");
}
