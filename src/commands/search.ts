import * as z from "zod";
import { AppError } from "../base/errors.js";
import type { Paint } from "../base/paint.js";
import { formatCount } from "../base/text/plural.js";
import { onOneLine } from "../base/text-cells.js";
import type { CommandCall } from "../domain/command-app.js";
import { documentKinds } from "../domain/search/document-kinds.js";
import type { SearchHit, SearchRequest } from "../domain/search/search.js";
import type { Screen } from "../engine/screen.js";
import { defineCommand } from "./define-command.js";
import { explainLegend, explainLines } from "./explain-lines.js";
import { documentText } from "./pick/document-text.js";
import type { PickAnswer, PickEnd } from "./pick/pick-state.js";
import { runPick } from "./pick/run-pick.js";

/** Maximum wait for the model; an agent's call does not wait. */
const waitMs = 3000;
/** Maximum amount of new transcripts to import before searching. */
const maxCatchUpBytes = 32 * 1024 * 1024;
/** Maximum number of documents to embed before searching, and maximum time for it. */
const maxDocumentsToEmbed = 200;
const maxEmbedMs = 2000;
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
    kind: z.array(z.string()).optional().describe("Only these kinds, such as memory or knowledge."),
    project: z.string().optional().describe("Only this project, by path or name."),
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
    requireKinds(rest.kind ?? []);
    const screen = pick || query === undefined ? app.openScreen() : undefined;
    const request = { ...rest, query: query ?? "" };
    if (screen) return pickHit(screen, request, app);
    if (query === undefined) throw missingQuery();
    await indexNewContent(app);
    if (!request.wordsOnly) await embedNewDocuments(app);
    return find(request, app);
  },

  toText(answer, paint) {
    return answer.pick === undefined ? listText(answer, paint) : pickedText(answer);
  },

  exitCode: ({ pick }) => (pick === "interrupted" ? 130 : 0),
});

function requireKinds(kinds: readonly string[]): void {
  const unknown = kinds.find((kind) => !documentKinds.includes(kind));
  if (unknown === undefined) return;
  throw new AppError("invalid", `Unknown kind: ${unknown}.`, { hint: `Use ${documentKinds.join(", ")}.` });
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

async function indexNewContent(app: CommandCall, isEnough = () => false): Promise<void> {
  await app.indexContext(app.call);
  await app.ingest.catchUp(({ bytes }) => bytes >= maxCatchUpBytes || isEnough());
}

/** A server embeds documents in the background; without one, new documents would only match by keyword. */
async function embedNewDocuments(app: CommandCall, ended = app.call.signal): Promise<void> {
  const signal = AbortSignal.any([ended, AbortSignal.timeout(maxEmbedMs)]);
  // The search itself reports what is wrong with the model.
  await app.embedding.run({ signal, max: maxDocumentsToEmbed }).catch(() => {});
}

async function find(request: Request, app: CommandCall, wait = waitMs): Promise<Answer> {
  const { query, kind, project, since, until, file, limit, sort, wordsOnly, explain, isTyping = false } = request;
  const { tenant, folder } = app.call;
  const answer = await app.search.find({
    ...{ tenant, query, limit, sort, explain, isTyping, waitMs: wait, meaning: !wordsOnly },
    ...(kind ? { kinds: kind } : {}),
    ...(project === undefined ? {} : { projects: await app.projectRegistry.namesOf(tenant, project, folder) }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until: until.length === 10 ? `${until}T23:59:59.999Z` : until }),
    ...(file ? { files: file } : {}),
  });
  const nameById = new Map((await app.projectRegistry.list(tenant)).map(({ id, name }) => [id, name]));
  const projects = new Set(answer.hits.map(({ document }) => document.project));
  const names = Object.fromEntries([...projects].flatMap((id) => (nameById.has(id) ? [[id, nameById.get(id)]] : [])));
  return { ...answer, projectNames: names as Record<string, string> };
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
      preparing = indexNewContent(app, () => ended.signal.aborted);
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

function pickedText({ hits: [hit], projectNames }: Answer): string {
  return hit ? documentText(hit.document, projectNames[hit.document.project] ?? hit.document.project) : "";
}

function listText({ hits, found, searched, notice, projectNames }: Answer, paint: Paint): string {
  const nothing = `No relevant results in ${formatCount(searched, "document")}.`;
  const more =
    found > hits.length
      ? [
          paint.dim(
            `${formatCount(found - hits.length, "more result")}; raise --limit to see ${found - hits.length === 1 ? "it" : "them"}.`,
          ),
        ]
      : [];
  const lines = hits.length === 0 ? [nothing] : hits.map((hit) => shown(hit, projectNames, paint));
  const legend = hits.some(({ why }) => why) ? ["", ...explainLegend].map((line) => paint.dim(line)) : [];
  return [...lines, ...more, ...legend, ...(notice ? [paint.dim(notice)] : [])].join("\n");
}

function shown({ document, score, snippet, why }: SearchHit, names: Answer["projectNames"], paint: Paint): string {
  const { kind, id, title, at } = document;
  const project = names[document.project] ?? document.project;
  const facts = [kind, project, at.slice(0, 10), score.toFixed(2)].join(" · ");
  const head = [paint.bold(onOneLine(title || id)), paint.dim(onOneLine(facts))];
  const scoring = why ? explainLines({ why, score }).map((line) => paint.dim(`    ${line}`)) : [];
  return [head.join("  "), `  ${marked(snippet, paint)}`, ...scoring].join("\n");
}

/** From the end, so that inserted colors do not shift the remaining positions. */
const marked = ({ text, marks }: SearchHit["snippet"], paint: Paint): string =>
  [...marks]
    .reverse()
    .reduce(
      (line, [from, to]) => line.slice(0, from) + paint.yellow(line.slice(from, to)) + line.slice(to),
      onOneLine(text),
    );
