import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import type { AppCall } from "../../domain/app.js";
import type { RecallHit } from "../../domain/recall/recall.js";
import { recallKinds, shownHitTitle, shownTitle, toDocumentKind, toRecallKind } from "../../domain/recall/shown-hit.js";
import { answerFrom, texts } from "../answer-schema.js";
import { defineCoreTool } from "../define-tool.js";
import { limitUpTo, neededText, textUpTo } from "../memory-fields.js";

/** Refined, so that the listing does not spell out the pattern. */
const day = z.string().refine((text) => /^\d{4}-\d\d-\d\d$/.test(text), "must be a date such as 2026-01-31");
/** The value of `project` that stands for every project. */
const allProjects = "all";

export const recall = defineCoreTool("recall", "reads", {
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
    limit: limitUpTo(50).default(5).describe("Maximum hits."),
  }),
  output: answerFrom({
    "brief?": "string",
    hits: [
      {
        ...texts("id", "kind", "title", "snippet", "project", "date?", "file?"),
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
      since,
      kinds: kinds.length > 0 ? kinds.map(toDocumentKind) : undefined,
      files: files.length > 0 ? files : undefined,
      until: until && `${until}T23:59:59.999Z`,
    };
    const answer = project
      ? await app.recall.find(app.call, project === allProjects ? request : { ...request, project })
      : await app.recall.findHere(app.call, request);
    const nothing = `Nothing relevant in ${formatCount(answer.searched, "document")}. Try other words, project \`all\`, or fewer filters.`;
    const notice = [answer.hits.length === 0 && nothing, answer.notice].filter(Boolean).join(" ");
    return { ...answer, hits: answer.hits.map(toResult), notice };
  },

  toText: ({ hits }) => hits.map(({ id, title }) => `${id}  ${title}`),
  whenEmpty: "Nothing matches.",
});

/** What a session receives at its start, and the states that others saved: the newest, or all if they are asked for. */
async function whereThingsStand(app: AppCall, kinds: readonly string[], limit: number) {
  const isOnlyStates = kinds.length > 0 && kinds.every((kind) => kind === "checkpoint");
  const hits = await app.recall.checkpoints(app.call, isOnlyStates ? limit : 1);
  const brief = isOnlyStates ? "" : await app.injection.previewStart(app.call);
  const notice = brief === "" && hits.length === 0 ? "Nothing is known of this project yet." : "";
  return { brief, hits: hits.map(toResult), found: hits.length, searched: hits.length, notice };
}

const dateOf = (at: string) => (at.startsWith("1970") ? "" : at);
const placeOf = (path: string | undefined, line: number | undefined) => (line === undefined ? path : `${path}:${line}`);

/** Short: a result is a pointer, and recall_read returns the whole text. */
const toResult = ({ id, document, score, snippet, answer, projectName, path, line, isOutdated }: RecallHit) => ({
  id,
  kind: toRecallKind(document.kind),
  title: shownHitTitle({ document, isOutdated }) || path || "",
  snippet: answer === undefined || snippet.text.includes(answer) ? snippet.text : `${snippet.text} → ${answer}`,
  project: projectName,
  date: dateOf(document.at).slice(0, 10),
  file: placeOf(path, line),
  confidence: document.confidence < 1 ? document.confidence : undefined,
  score,
});

/** The answer becomes part of a conversation. */
const maxChars = 24_000;

export const recallRead = defineCoreTool("recall_read", "reads", {
  title: "Read a search result",
  description: "Read one recall result in full. Use its id, or knowledge/<key>, convention/<key>, skill/<name>.",
  input: z.object({
    id: neededText(4096).describe("Id of a hit."),
    offset: z.int().optional().describe("Characters to skip."),
  }),
  output: answerFrom({
    ...texts("id", "kind", "title", "project", "date?", "file?"),
    "files?": ["string"],
    "tags?": ["string"],
    "session?": "string",
    "confidence?": "number",
    text: "string",
    "next_offset?": "number",
    "total_chars?": "number",
  }),
  examples: [{ id: "knowledge/tech-stack" }],
  cli: { command: "show", positional: ["id"] },

  async run({ id, offset: from = 0 }, app) {
    const { document, text, projectName, line } = await app.recall.read(app.call, id);
    const isCode = document.kind === "code";
    const offset = Math.max(0, from);
    const end = offset + maxChars;
    const hasMore = text.length > end;
    return {
      id,
      kind: toRecallKind(document.kind),
      title: shownTitle(document),
      project: projectName,
      date: dateOf(document.at),
      file: isCode ? placeOf(document.files[0], line) : undefined,
      files: isCode ? [] : document.files,
      tags: isCode ? [] : document.tags,
      session: document.session,
      confidence: document.confidence < 1 ? document.confidence : undefined,
      text: text.slice(offset, end),
      nextOffset: hasMore ? end : undefined,
      totalChars: hasMore ? text.length : undefined,
    };
  },

  toText: ({ title, kind, project, date = "", file, session, text, next_offset }, paint) => [
    title !== "" && paint.bold(title),
    paint.dim([kind, project, date.slice(0, 10), file, session].filter(Boolean).join(" · ")),
    "",
    text,
    next_offset !== undefined && paint.dim(`Continue with --offset ${next_offset}.`),
  ],
});
