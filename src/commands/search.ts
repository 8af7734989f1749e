import * as z from "zod";
import { AppError } from "../base/errors.js";
import type { CommandCall } from "../domain/command-app.js";
import { recallKinds, toDocumentKind } from "../domain/recall/recall-kinds.js";
import { documentKinds } from "../domain/search/document-kinds.js";
import type { SearchRequest } from "../domain/search/search.js";
import type { Screen } from "../engine/screen.js";
import { defineCommand } from "./define-command.js";
import { embedNewDocuments } from "./embed-new-documents.js";
import type { PickAnswer, PickEnd } from "./pick/pick-state.js";
import { runPick } from "./pick/run-pick.js";
import { requireWords } from "./require-words.js";
import { pickedText, searchText } from "./search-text.js";

/** Number of hits in the interactive picker. */
const pickLimit = 50;

export const search = defineCommand({
  name: "search",
  summary: "Search everything: team context, memories, sessions, code.",
  input: z.object({
    query: z
      .string()
      .optional()
      .describe('Words, names, a "quoted phrase", -excluded, prefix*, "last week", or a pasted error.'),
    kind: z
      .array(z.string())
      .optional()
      .describe(`Only these kinds: ${recallKinds.join(", ")}.`),
    project: z.string().optional().describe("Only this project, by path or name. Default: this one."),
    all: z.boolean().default(false).describe("Search every project."),
    since: z.string().optional().describe("Not older than this date: YYYY-MM-DD."),
    until: z.string().optional().describe("Not newer than this date: YYYY-MM-DD."),
    file: z.array(z.string()).optional().describe("Only results about these files, such as src/** or *.ts."),
    limit: z.int().min(1).max(100).default(10).describe("Maximum number of results."),
    sort: z.enum(["relevance", "date", "frequency"]).default("relevance").describe("Sort order."),
    wordsOnly: z.boolean().default(false).describe("Search by keywords only, without embeddings."),
    pick: z.boolean().default(false).describe("Open the interactive picker (default without a query)."),
    explain: z.boolean().default(false).describe("Show how each result was scored."),
  }),
  positional: ["query"],
  examples: ['search "connection pool" --since 2026-01-01', "search ECONNREFUSED --explain", "search --pick"],

  async run({ query, pick, ...rest }, app) {
    requireDates(rest);
    const screen = pick || query === undefined ? app.openScreen() : undefined;
    const request = { ...rest, query: query ?? "", kind: rest.kind && readKinds(rest.kind) };
    if (screen) return pickHit(screen, request, app);
    if (query === undefined) throw missingQuery();
    requireWords(query);
    await app.recall.indexNewContent(app.call);
    if (!request.wordsOnly) await embedNewDocuments(app);
    return find(request, app);
  },

  toText: (answer, paint) => (answer.pick === undefined ? searchText(answer, paint) : pickedText(answer)),

  exitCode: ({ pick }) => (pick === "interrupted" ? 130 : 0),
});

/** Kinds by the names of the results (`fix`, `session`) or of the index (`remediation`, `exchange`). */
function readKinds(kinds: readonly string[]): string[] {
  return kinds.map((kind) => {
    const known = recallKinds.find((one) => one === kind);
    if (known) return toDocumentKind(known);
    if (documentKinds.includes(kind)) return kind;
    throw new AppError("invalid", `Unknown kind: ${kind}.`, { hint: `Use ${recallKinds.join(", ")}.` });
  });
}

function requireDates({ since, until }: { since?: string | undefined; until?: string | undefined }): void {
  for (const [flag, date] of Object.entries({ since, until })) {
    if (date === undefined || (/^\d{4}-\d{2}-\d{2}/.test(date) && !Number.isNaN(Date.parse(date)))) continue;
    throw new AppError("invalid", `Invalid date in --${flag}: ${date}.`, { hint: "Use a date such as 2026-01-31." });
  }
}

interface Request {
  readonly query: string;
  readonly kind?: string[] | undefined;
  readonly project?: string | undefined;
  readonly all: boolean;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly file?: string[] | undefined;
  readonly limit: number;
  readonly sort: NonNullable<SearchRequest["sort"]>;
  readonly wordsOnly: boolean;
  readonly explain: boolean;
  readonly isTyping?: boolean;
}

interface Answer extends PickAnswer {
  /** How the picker ended, if it was open; `hits` has the selected hit. */
  readonly pick?: PickEnd["how"];
}

const missingQuery = () =>
  new AppError("invalid", "Missing query: there is no terminal for the interactive picker.", {
    hint: 'Use `throughline search "<query>"`.',
  });

async function find(request: Request, app: CommandCall, waitMs?: number): Promise<Answer> {
  const { kind, project, all, since, until, file, wordsOnly, query, limit, sort, explain, isTyping = false } = request;
  const recallQuery = {
    query,
    limit,
    sort,
    explain,
    isTyping,
    meaning: !wordsOnly,
    ...(waitMs === undefined ? {} : { waitMs }),
    ...(kind ? { kinds: kind } : {}),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until: until.length === 10 ? `${until}T23:59:59.999Z` : until }),
    ...(file ? { files: file } : {}),
  };
  const answer =
    all || project !== undefined
      ? await app.recall.find(app.call, { ...recallQuery, project })
      : await app.recall.findHere(app.call, recallQuery);
  const names = answer.hits.map(({ document, projectName }) => [document.project, projectName]);
  return { ...answer, projectNames: Object.fromEntries(names) };
}

/** The hit that a person selects in the interactive picker. */
async function pickHit(screen: Screen, request: Request, app: CommandCall): Promise<Answer> {
  const ended = new AbortController();
  let preparing: Promise<void> | undefined;
  const end = await runPick(screen, {
    query: request.query,
    signal: app.call.signal,
    ask: async (query, wait) =>
      app.redaction.value(
        await find({ ...request, query, isTyping: true, limit: Math.max(request.limit, pickLimit) }, app, wait),
      ),
    prepare() {
      preparing = app.recall.indexNewContent(app.call, () => ended.signal.aborted);
      if (!request.wordsOnly) preparing = preparing.then(() => embedNewDocuments(app, ended.signal));
      return preparing;
    },
  });
  ended.abort();
  await preparing;
  return end.how === "taken"
    ? { ...end.answer, hits: [end.hit], found: 1, pick: end.how }
    : { hits: [], found: 0, searched: 0, meaning: "off", projectNames: {}, pick: end.how };
}
