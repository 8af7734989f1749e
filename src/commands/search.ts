import * as z from "zod";
import { AppError } from "../base/errors.js";
import type { CommandCall } from "../domain/command-app.js";
import { recallKinds, toDocumentKind } from "../domain/recall/shown-hit.js";
import { documentKinds } from "../domain/search/document-kinds.js";
import type { Screen } from "../engine/screen.js";
import { embedNewDocuments, requireWords } from "./before-search.js";
import { defineCommand } from "./define-command.js";
import { flag, optionalText } from "./fields.js";
import type { PickAnswer, PickEnd } from "./pick/pick-state.js";
import { runPick } from "./pick/run-pick.js";
import { pickedText, searchText } from "./search-text.js";

const texts = z.array(z.string()).optional();

/** Number of hits in the interactive picker. */
const pickLimit = 50;

const input = z.object({
  query: optionalText('Words, names, a "quoted phrase", -excluded, prefix*, "last week", or a pasted error.'),
  kind: texts.describe(`Only these kinds: ${recallKinds.join(", ")}.`),
  project: optionalText("Only this project, by path or name. Default: this one."),
  all: flag("Search every project."),
  since: optionalText("Not older than this date: YYYY-MM-DD."),
  until: optionalText("Not newer than this date: YYYY-MM-DD."),
  file: texts.describe("Only results about these files, such as src/** or *.ts."),
  limit: z.int().min(1).max(100).default(10).describe("Maximum number of results."),
  sort: z.enum(["relevance", "date", "frequency"]).default("relevance").describe("Sort order."),
  wordsOnly: flag("Search by keywords only, without embeddings."),
  pick: flag("Open the interactive picker (default without a query)."),
  explain: flag("Show how each result was scored."),
});

export const search = defineCommand("search", {
  summary: "Search everything: team context, memories, sessions, code.",
  input,
  positional: ["query"],
  examples: ['search "connection pool" --since 2026-01-01', "search ECONNREFUSED --explain", "search --pick"],

  async run({ query, pick, ...rest }, app) {
    requireDates(rest);
    const screen = pick || query === undefined ? app.openScreen() : undefined;
    const request = { ...rest, query: query ?? "", kind: rest.kind?.map(readKind) };
    if (screen) return pickHit(screen, request, app);
    if (query === undefined)
      throw new AppError("invalid", "Missing query: there is no terminal for the interactive picker.", {
        hint: 'Use `throughline search "<query>"`.',
      });
    requireWords(query);
    await app.recall.indexNewContent(app.call);
    if (!request.wordsOnly) await embedNewDocuments(app);
    return find(request, app);
  },

  toText: (answer, paint) => (answer.pick === undefined ? searchText(answer, paint) : pickedText(answer)),
  exitCode: ({ pick }) => (pick === "interrupted" ? 130 : 0),
});

/** A kind by its name in the results (`fix`, `session`) or in the index (`remediation`, `exchange`). */
function readKind(kind: string): string {
  const known = recallKinds.find((one) => one === kind);
  if (known) return toDocumentKind(known);
  if (documentKinds.includes(kind)) return kind;
  throw new AppError("invalid", `Unknown kind: ${kind}.`, { hint: `Use ${recallKinds.join(", ")}.` });
}

function requireDates({ since, until }: Pick<Request, "since" | "until">): void {
  for (const [flag, date] of Object.entries({ since, until })) {
    if (date === undefined || (/^\d{4}-\d{2}-\d{2}/.test(date) && !Number.isNaN(Date.parse(date)))) continue;
    throw new AppError("invalid", `Invalid date in --${flag}: ${date}.`, { hint: "Use a date such as 2026-01-31." });
  }
}

type Request = Omit<z.output<typeof input>, "query" | "pick"> & { readonly query: string };

interface Answer extends PickAnswer {
  /** How the picker ended, if it was open; `hits` has the selected hit. */
  readonly pick?: PickEnd["how"];
}

/** `waitMs`: the person is typing, and waits so long for the model. */
async function find(request: Request, app: CommandCall, waitMs?: number): Promise<Answer> {
  const { kind: kinds, file: files, project, all, until, wordsOnly, ...options } = request;
  const recallQuery = {
    ...options,
    kinds,
    files,
    until: until?.length === 10 ? `${until}T23:59:59.999Z` : until,
    meaning: !wordsOnly,
    isTyping: waitMs !== undefined,
    waitMs,
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
    ask: async (query, waitMs) =>
      app.redaction.value(await find({ ...request, query, limit: Math.max(request.limit, pickLimit) }, app, waitMs)),
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
