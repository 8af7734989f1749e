import * as z from "zod";
import { plural } from "../../base/plural.js";
import { defineCommand } from "../define-command.js";

export const storageStats = defineCommand({
  name: "storage stats",
  summary: "Show statistics of sub-agents and commands: queries, runs, tokens, cost, cached answers.",
  input: z.object({ project: z.string().optional().describe("Only this project.") }),
  examples: ["storage stats", "storage stats --project shop"],
  run: ({ project }, app) => app.bridge.storage.stats(app.call, project),

  toText({ overall, projects }, paint) {
    const cost = (dollars: number) => `$${dollars.toFixed(4)}`;
    return [
      `${plural(overall.queries, "query", "queries")} (${overall.cacheHits} from the cache), ${plural(overall.runs, "run")} (${overall.failedRuns} failed)`,
      `${plural(overall.tokens, "token")}, ${cost(overall.cost)}, ${overall.averageRunMs} ms per run`,
      `${plural(overall.cacheEntries, "cached answer")}, database ${overall.databaseSizeHuman}`,
      ...projects.map(
        (one) =>
          `  ${paint.bold(one.name)}: ${plural(one.queries, "query", "queries")}, ${plural(one.cacheEntries, "cached answer")} (${one.cacheSizeHuman}), ${plural(one.tokens, "token")}, ${cost(one.cost)}`,
      ),
    ].join("\n");
  },
});
