import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
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
      `${formatCount(overall.queries, "query", "queries")} (${overall.cacheHits} from the cache), ${formatCount(overall.runs, "run")} (${overall.failedRuns} failed)`,
      `${formatCount(overall.tokens, "token")}, ${cost(overall.cost)}, ${overall.averageRunMs} ms per run`,
      `${formatCount(overall.cacheEntries, "cached answer")}, database ${overall.databaseSizeHuman}`,
      ...projects.map(
        (one) =>
          `  ${paint.bold(one.name)}: ${formatCount(one.queries, "query", "queries")}, ${formatCount(one.cacheEntries, "cached answer")} (${one.cacheSizeHuman}), ${formatCount(one.tokens, "token")}, ${cost(one.cost)}`,
      ),
    ].join("\n");
  },
});
