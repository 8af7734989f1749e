import * as z from "zod";
import type { Paint } from "../base/paint.js";
import type { SearchHit } from "../domain/search/search.js";
import { defineCommand } from "./define-command.js";

/** A person waits a moment for the model; an agent's call does not. */
const waitMs = 3000;
/** Nor for more new transcript than this to be read. */
const mostCatchUpBytes = 32 * 1024 * 1024;

export const search = defineCommand({
  name: "search",
  summary: "Search everything: team context, memories, sessions, code.",
  input: z.object({
    query: z.string().describe('Words, names, "quoted wordings", -without, begin*, "last week", or a pasted error.'),
    kind: z.array(z.string()).optional().describe("Only these kinds, such as memory or knowledge."),
    project: z.string().optional().describe("Only this project."),
    since: z.string().optional().describe("Not older than this day: YYYY-MM-DD."),
    until: z.string().optional().describe("Not newer than this day: YYYY-MM-DD."),
    file: z.array(z.string()).optional().describe("Only what is about such files, such as src/** or *.ts."),
    limit: z.int().min(1).max(100).default(10).describe("Most results."),
    sort: z.enum(["relevance", "date", "frequency"]).default("relevance").describe("What comes first."),
    wordsOnly: z.boolean().default(false).describe("Do not search by meaning."),
    explain: z.boolean().default(false).describe("Show how each result came about."),
  }),
  positional: ["query"],
  examples: ['search "connection pool" --since 2026-01-01', "search ECONNREFUSED --explain"],

  async run({ query, kind, project, since, until, file, limit, sort, wordsOnly, explain }, app) {
    await app.indexContext(app.call);
    await app.ingest.catchUp(({ bytes }) => bytes >= mostCatchUpBytes);
    const { tenant, folder } = app.call;
    const answer = await app.search.find({
      ...{ tenant, query, limit, sort, explain, waitMs, meaning: !wordsOnly },
      ...(kind ? { kinds: kind } : {}),
      ...(project === undefined ? {} : { projects: await app.identities.namesOf(tenant, project, folder) }),
      ...(since === undefined ? {} : { since }),
      ...(until === undefined ? {} : { until: until.length === 10 ? `${until}T23:59:59.999Z` : until }),
      ...(file ? { files: file } : {}),
    });
    const known = new Map((await app.identities.list(tenant)).map(({ id, name }) => [id, name]));
    const projects = new Set(answer.hits.map(({ document }) => document.project));
    const names = Object.fromEntries([...projects].flatMap((id) => (known.has(id) ? [[id, known.get(id)]] : [])));
    return { ...answer, projectNames: names as Record<string, string> };
  },

  toText({ hits, found, searched, notice, projectNames }, paint) {
    const nothing = `Nothing relevant in ${searched} documents.`;
    const more = found > hits.length ? [paint.dim(`${found - hits.length} more; raise --limit to see them.`)] : [];
    const lines = hits.length === 0 ? [nothing] : hits.map((hit) => shown(hit, projectNames, paint));
    return [...lines, ...more, ...(notice ? [paint.dim(notice)] : [])].join("\n");
  },
});

function shown({ document, score, snippet, why }: SearchHit, names: Record<string, string>, paint: Paint): string {
  const { kind, id, title, at } = document;
  const project = names[document.project] ?? document.project;
  const head = [paint.bold(title || id), paint.dim([kind, project, at.slice(0, 10), score.toFixed(2)].join(" · "))];
  return [head.join("  "), `  ${marked(snippet, paint)}`, ...(why ? [paint.dim(`  ${JSON.stringify(why)}`)] : [])].join(
    "\n",
  );
}

/** From the back, so that colours put in do not move what is still to be marked. */
const marked = ({ text, marks }: SearchHit["snippet"], paint: Paint): string =>
  [...marks]
    .reverse()
    .reduce((line, [from, to]) => line.slice(0, from) + paint.yellow(line.slice(from, to)) + line.slice(to), text);
