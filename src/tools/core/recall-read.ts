import * as z from "zod";
import { toRecallKind } from "../../domain/recall/recall-kinds.js";
import { shownTitle } from "../../domain/recall/shown-title.js";
import { answerOf } from "../answer-schema.js";
import { defineCoreTool } from "../define-tool.js";
import { neededText } from "../memory-fields.js";

/** The answer becomes part of a conversation. */
const maxChars = 24_000;

export const recallRead = defineCoreTool({
  name: "recall_read",
  effect: "reads",
  title: "Read a search result",
  description: "Read one recall result in full. Use its id, or knowledge/<key>, convention/<key>, skill/<name>.",
  input: z.object({
    id: neededText(4096).describe("Id of a hit."),
    offset: z.int().optional().describe("Characters to skip."),
  }),
  output: answerOf({
    id: "string",
    kind: "string",
    title: "string",
    project: "string",
    "date?": "string",
    "file?": "string",
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
    const [path] = document.files;
    const offset = Math.max(0, from);
    const end = offset + maxChars;
    return {
      id,
      kind: toRecallKind(document.kind),
      title: shownTitle(document),
      project: projectName,
      ...(document.at.startsWith("1970") ? {} : { date: document.at }),
      ...(document.kind === "code" && path ? { file: line === undefined ? path : `${path}:${line}` } : {}),
      ...(document.kind !== "code" && document.files.length > 0 ? { files: [...document.files] } : {}),
      ...(document.tags.length > 0 && document.kind !== "code" ? { tags: [...document.tags] } : {}),
      ...(document.session === "" ? {} : { session: document.session }),
      ...(document.confidence < 1 ? { confidence: document.confidence } : {}),
      text: text.slice(offset, end),
      ...(text.length > end ? { next_offset: end, total_chars: text.length } : {}),
    };
  },

  toText({ title, kind, project, date, file, session, text, next_offset }, paint) {
    const facts = [kind, project, String(date ?? "").slice(0, 10), file, session].filter(Boolean).join(" · ");
    const more = next_offset === undefined ? [] : [paint.dim(`Continue with --offset ${String(next_offset)}.`)];
    return [...(title ? [paint.bold(title)] : []), paint.dim(facts), "", text, ...more].join("\n");
  },
});
