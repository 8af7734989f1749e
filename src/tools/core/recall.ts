import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import type { AppCall } from "../../domain/app.js";
import type { RecallAnswer, RecallHit } from "../../domain/recall/recall.js";
import { recallKinds, toDocumentKind, toRecallKind } from "../../domain/recall/recall-kinds.js";
import { shownHitTitle } from "../../domain/recall/shown-title.js";
import { answerOf } from "../answer-schema.js";
import { defineCoreTool } from "../define-tool.js";
import { limitUpTo, textUpTo } from "../memory-fields.js";

/** Refined, so that the listing does not spell out the pattern. */
const day = z.string().refine((text) => /^\d{4}-\d\d-\d\d$/.test(text), "must be a date such as 2026-01-31");
/** The value of `project` that stands for every project. */
const allProjects = "all";

export const recall = defineCoreTool({
  name: "recall",
  effect: "reads",
  title: "Search everything",
  description:
    "Search memories, fixes, sessions, team knowledge and code. Use before a task and after an error; recall_read reads a result.",
  input: z.object({
    query: textUpTo(100_000).default("").describe("Question, keywords or error. Empty: where things stand."),
    kinds: z.array(z.enum(recallKinds)).optional().describe("Default: all."),
    project: z.string().optional().describe("Path, name or `all`. Default: this one."),
    files: z.array(z.string()).optional().describe("Only about these: src/**."),
    since: day.optional().describe("YYYY-MM-DD."),
    until: day.optional().describe("YYYY-MM-DD."),
    limit: limitUpTo(50).default(8).describe("Maximum hits."),
  }),
  output: answerOf({
    "brief?": "string",
    hits: [
      {
        id: "string",
        kind: "string",
        title: "string",
        snippet: "string",
        project: "string",
        "date?": "string",
        "file?": "string",
        "confidence?": "number",
        score: "number",
      },
    ],
    found: "number",
    searched: "number",
    "notice?": "string",
  }),
  examples: [{ query: "flaky login test" }],
  cli: { none: "`search` does the same." },

  async run({ query, kinds = [], project, files = [], since, until, limit }, app) {
    await app.recall.indexNewContent(app.call);
    if (query.trim() === "") return whereThingsStand(app, kinds, limit);
    const request = {
      query,
      limit,
      ...(kinds.length > 0 ? { kinds: kinds.map(toDocumentKind) } : {}),
      ...(files.length > 0 ? { files } : {}),
      ...(since ? { since } : {}),
      ...(until ? { until: `${until}T23:59:59.999Z` } : {}),
    };
    if (!project) return toAnswer(await app.recall.findHere(app.call, request));
    return toAnswer(await app.recall.find(app.call, project === allProjects ? request : { ...request, project }));
  },

  toText: ({ hits }) => hits.map(({ id, title }) => `${id}  ${String(title)}`).join("\n") || "Nothing matches.",
});

/** What a session receives at its start, and the states that others saved: the newest, or all if they are asked for. */
async function whereThingsStand(app: AppCall, kinds: readonly string[], limit: number) {
  const isOnlyStates = kinds.length > 0 && kinds.every((kind) => kind === "checkpoint");
  const hits = await app.recall.checkpoints(app.call, isOnlyStates ? limit : 1);
  const brief = isOnlyStates ? "" : await app.injection.previewStart(app.call);
  const isEmpty = brief === "" && hits.length === 0;
  return {
    ...(brief === "" ? {} : { brief }),
    hits: hits.map(toResult),
    found: hits.length,
    searched: hits.length,
    ...(isEmpty ? { notice: "Nothing is known of this project yet." } : {}),
  };
}

function toAnswer({ hits, found, searched, notice }: RecallAnswer) {
  const missing =
    hits.length > 0
      ? ""
      : `Nothing relevant in ${formatCount(searched, "document")}. Try other words, project \`all\`, or fewer filters.`;
  const notices = [missing, notice].filter(Boolean).join(" ");
  return { hits: hits.map(toResult), found, searched, ...(notices === "" ? {} : { notice: notices }) };
}

const noDate = "1970";

/** Short: a result is a pointer, and recall_read returns the whole text. */
const toResult = ({ id, document, score, snippet, answer, projectName, path, line, isOutdated }: RecallHit) => ({
  id,
  kind: toRecallKind(document.kind),
  title: shownHitTitle({ document, isOutdated }) || path || "",
  snippet: answer === undefined || snippet.text.includes(answer) ? snippet.text : `${snippet.text} → ${answer}`,
  project: projectName,
  ...(document.at.startsWith(noDate) ? {} : { date: document.at.slice(0, 10) }),
  ...(path === undefined ? {} : { file: line === undefined ? path : `${path}:${line}` }),
  ...(document.confidence < 1 ? { confidence: document.confidence } : {}),
  score,
});
