import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const storageStats = defineCommand({
  name: "storage stats",
  summary: "Show what sub-agents and commands did: queries, runs, tokens, cost, kept answers.",
  input: z.object({ project: z.string().optional().describe("Only this project.") }),
  examples: ["storage stats", "storage stats --project shop"],
  run: ({ project }, app) => app.bridge.storage.stats(app.call, project),

  toText({ overall, projects }, paint) {
    const cost = (dollars: number) => `$${dollars.toFixed(4)}`;
    return [
      `${overall.queries} queries (${overall.cacheHits} from kept answers), ${overall.runs} runs (${overall.failedRuns} failed)`,
      `${overall.tokens} tokens, ${cost(overall.cost)}, ${overall.averageRunMs} ms a run`,
      `${overall.cacheEntries} kept answers, database ${overall.databaseSizeHuman}`,
      ...projects.map(
        (one) =>
          `  ${paint.bold(one.name)}: ${one.queries} queries, ${one.cacheEntries} kept answers (${one.cacheSizeHuman}), ${one.tokens} tokens, ${cost(one.cost)}`,
      ),
    ].join("\n");
  },
});
