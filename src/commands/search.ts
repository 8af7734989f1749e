import * as z from "zod";
import { AppError } from "../base/errors.js";
import type { Paint } from "../base/paint.js";
import { onOneLine } from "../base/text-cells.js";
import type { CommandCall } from "../domain/command-app.js";
import type { SearchHit, SearchRequest } from "../domain/search/search.js";
import type { Screen } from "../engine/screen.js";
import { defineCommand } from "./define-command.js";
import { documentText } from "./pick/document-text.js";
import type { PickAnswer, PickEnd } from "./pick/pick-state.js";
import { runPick } from "./pick/run-pick.js";

/** A person waits a moment for the model; an agent's call does not. */
const waitMs = 3000;
/** Nor for more new transcript than this to be read. */
const maxCatchUpBytes = 32 * 1024 * 1024;
/** Nor for more documents than this to be read by the model, nor for longer. */
const maxDocumentsToEmbed = 200;
const readingMs = 2000;
/** As many as one pages through. */
const pickLimit = 50;

export const search = defineCommand({
  name: "search",
  summary: "Search everything: team context, memories, sessions, code.",
  input: z.object({
    query: z
      .string()
      .optional()
      .describe('Words, names, "quoted wordings", -without, begin*, "last week", or a pasted error.'),
    kind: z.array(z.string()).optional().describe("Only these kinds, such as memory or knowledge."),
    project: z.string().optional().describe("Only this project."),
    since: z.string().optional().describe("Not older than this day: YYYY-MM-DD."),
    until: z.string().optional().describe("Not newer than this day: YYYY-MM-DD."),
    file: z.array(z.string()).optional().describe("Only what is about such files, such as src/** or *.ts."),
    limit: z.int().min(1).max(100).default(10).describe("Most results."),
    sort: z.enum(["relevance", "date", "frequency"]).default("relevance").describe("What comes first."),
    wordsOnly: z.boolean().default(false).describe("Do not search by meaning."),
    pick: z
      .boolean()
      .default(false)
      .describe("Choose from a list that follows what you type; so it is without a query too."),
    explain: z.boolean().default(false).describe("Show how each result came about."),
  }),
  positional: ["query"],
  examples: ['search "connection pool" --since 2026-01-01', "search ECONNREFUSED --explain", "search --pick"],

  async run({ query, pick, ...rest }, app) {
    const screen = pick || query === undefined ? app.openScreen() : undefined;
    const asked = { ...rest, query: query ?? "" };
    if (screen) return picked(screen, asked, app);
    if (query === undefined) throw noQuery();
    await bringIn(app);
    if (!asked.wordsOnly) await letModelRead(app);
    return find(asked, app);
  },

  toText(answer, paint) {
    return answer.pick === undefined ? listText(answer, paint) : pickedText(answer);
  },

  exitCode: ({ pick }) => (pick === "interrupted" ? 130 : 0),
});

interface Asked {
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
  /** How the dialogue in the terminal ended, where there was one; the hit is what was taken. */
  readonly pick?: PickEnd["how"];
}

const noQuery = () =>
  new AppError("invalid", "There is no query, and no terminal to type one in.", {
    hint: 'Use `throughline search "what you look for"`.',
  });

async function bringIn(app: CommandCall, isEnough = () => false): Promise<void> {
  await app.indexContext(app.call);
  await app.ingest.catchUp(({ bytes }) => bytes >= maxCatchUpBytes || isEnough());
}

/** What a server does beside its work: where none runs, new documents would be found by words alone for ever. */
async function letModelRead(app: CommandCall, ended = app.call.signal): Promise<void> {
  const signal = AbortSignal.any([ended, AbortSignal.timeout(readingMs)]);
  // The search itself says what is wrong with the model.
  await app.embedding.run({ signal, max: maxDocumentsToEmbed }).catch(() => {});
}

async function find(asked: Asked, app: CommandCall, wait = waitMs): Promise<Answer> {
  const { query, kind, project, since, until, file, limit, sort, wordsOnly, explain, isTyping = false } = asked;
  const { tenant, folder } = app.call;
  const answer = await app.search.find({
    ...{ tenant, query, limit, sort, explain, isTyping, waitMs: wait, meaning: !wordsOnly },
    ...(kind ? { kinds: kind } : {}),
    ...(project === undefined ? {} : { projects: await app.projectRegistry.namesOf(tenant, project, folder) }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until: until.length === 10 ? `${until}T23:59:59.999Z` : until }),
    ...(file ? { files: file } : {}),
  });
  const known = new Map((await app.projectRegistry.list(tenant)).map(({ id, name }) => [id, name]));
  const projects = new Set(answer.hits.map(({ document }) => document.project));
  const names = Object.fromEntries([...projects].flatMap((id) => (known.has(id) ? [[id, known.get(id)]] : [])));
  return { ...answer, projectNames: names as Record<string, string> };
}

/** What a person takes from a list that follows what is typed. */
async function picked(screen: Screen, asked: Asked, app: CommandCall): Promise<Answer> {
  const ended = new AbortController();
  let preparing: Promise<void> | undefined;
  const end = await runPick(screen, {
    query: asked.query,
    signal: app.call.signal,
    ask: async (query, wait) =>
      app.redaction.value(
        await find({ ...asked, query, isTyping: true, limit: Math.max(asked.limit, pickLimit) }, app, wait),
      ),
    prepare() {
      preparing = bringIn(app, () => ended.signal.aborted);
      if (!asked.wordsOnly) preparing = preparing.then(() => letModelRead(app, ended.signal));
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
  const nothing = `Nothing relevant in ${searched} documents.`;
  const more = found > hits.length ? [paint.dim(`${found - hits.length} more; raise --limit to see them.`)] : [];
  const lines = hits.length === 0 ? [nothing] : hits.map((hit) => shown(hit, projectNames, paint));
  return [...lines, ...more, ...(notice ? [paint.dim(notice)] : [])].join("\n");
}

function shown({ document, score, snippet, why }: SearchHit, names: Answer["projectNames"], paint: Paint): string {
  const { kind, id, title, at } = document;
  const project = names[document.project] ?? document.project;
  const facts = [kind, project, at.slice(0, 10), score.toFixed(2)].join(" · ");
  const head = [paint.bold(onOneLine(title || id)), paint.dim(onOneLine(facts))];
  return [head.join("  "), `  ${marked(snippet, paint)}`, ...(why ? [paint.dim(`  ${JSON.stringify(why)}`)] : [])].join(
    "\n",
  );
}

/** From the back, so that colours put in do not move what is still to be marked. */
const marked = ({ text, marks }: SearchHit["snippet"], paint: Paint): string =>
  [...marks]
    .reverse()
    .reduce(
      (line, [from, to]) => line.slice(0, from) + paint.yellow(line.slice(from, to)) + line.slice(to),
      onOneLine(text),
    );
