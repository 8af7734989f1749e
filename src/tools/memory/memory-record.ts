import * as z from "zod";
import { shortId } from "../../base/ids.js";
import { describeGuard, guardHelp, newGuards } from "../../domain/guards/guard-text.js";
import { withGuards } from "../../domain/guards/guards.js";
import { lessonKinds } from "../../domain/lessons/given-lesson.js";
import {
  type Lesson,
  maxContentLength,
  maxTitleLength,
  refuseCredentials,
  titleFrom,
} from "../../domain/memory/lesson.js";
import type { Memory } from "../../store/memory/memory.js";
import { answerFrom, texts } from "../answer-schema.js";
import { defineMemoryTool } from "../define-tool.js";
import { anchorNames, fromFolder, neededText, nonBlank, outcome, tagList, textUpTo } from "../memory-fields.js";
import { requireOwnText } from "../require-own-text.js";

export const memoryRecord = defineMemoryTool("memory_record", "adds", {
  title: "Record a memory",
  description:
    "Record a lesson that a stranger can act on. Use for lasting rules, decisions and traps; for errors use remediation_record.",
  input: z.object({
    project_id: nonBlank
      .optional()
      .meta({ description: "Repository path; @person: holds in every project.", listedAsRequired: true }),
    title: neededText(maxTitleLength)
      .optional()
      .meta({ description: "Short form, up to 100 characters.", listedAsRequired: true }),
    content: neededText(maxContentLength).describe("One or two self-contained sentences."),
    outcome: outcome.optional().meta({ description: "Did it work?", listedAsRequired: true }),
    kind: z
      .enum([...lessonKinds, "preference"])
      .optional()
      .describe(
        "Rules are given at every start. preference: how this person works, in any project; short, in English.",
      ),
    quote: textUpTo(1000).optional().describe("The person's words."),
    replaces: z.string().optional().describe("Memory id."),
    tags: tagList.optional().describe("Tags for grouping."),
    guard: z.unknown().optional().meta({ description: guardHelp, type: "object" }),
    anchors: anchorNames.optional().describe("Files or symbols: src/a.ts, src/a.ts#run."),
  }),
  output: answerFrom({
    ...texts("id", "title", "outcome"),
    confidence: "number",
    ...texts("joined?", "similar?", "replaced?", "offer?"),
  }),
  examples: [
    {
      project_id: "shop",
      title: "Use table-driven tests for Go",
      content: "Table-driven tests with subtests give better coverage and clearer failures.",
      outcome: "success",
      tags: ["go", "testing"],
    },
  ],
  cli: {
    command: "memory record",
    positional: ["title", "content"],
    defaults: { project_id: fromFolder.project, outcome: async () => "success" },
  },

  async run({ project_id, quote, kind, replaces, guard, anchors, ...given }, app) {
    const content = given.content.trim();
    const title = (given.title ?? titleFrom(content)).trim();
    if (kind !== undefined || replaces !== undefined) refuseCredentials(title, content, quote);
    const tags = [...(kind ? [kind] : []), ...(given.tags ?? [])];
    const guards = guard ? { guards: newGuards(guard, [title, content, quote].join("\n")) } : {};
    if (replaces !== undefined) {
      await requireOwnText(app, `"${title}"`, `${title}. ${content}`);
      const memory = await app.memories.update(app.call, replaces, {
        title,
        content,
        outcome: given.outcome,
        tags: tags.length > 0 ? tags : undefined,
        anchors,
        ...guards,
        reason: quote ? `"${quote}"` : "Reworded.",
      });
      return { ...memory, title, replaced: replaces, offer: offersOf(memory) };
    }
    const lesson: Lesson = {
      project: project_id ?? (await fromFolder.project(app)),
      title,
      content,
      outcome: given.outcome ?? "success",
      tags,
      anchors: anchors ?? [],
      ...(quote ? { evidence: [{ quote }] } : {}),
      ...guards,
    };
    // What a page or a file told the agent waits for the person, like every import.
    const isForeign = await app.foreignText.isForeign(app.call, `${title}. ${content}`, kind);
    const memory = await app.memories.record(app.call, isForeign ? { ...lesson, source: "imported" } : lesson);
    const isRule = kind === "rule" || kind === "preference";
    const everywhere = isRule ? await app.everywhere.offers(app.call) : [];
    const isOffered = everywhere.some((one) => [one.memory, ...one.others].some(({ id }) => id === memory.id));
    const offer = offersOf(memory, { isForeign, isOffered });
    return { ...memory, title, joined: memory.isJoined ? memory.id : undefined, similar: memory.similarTo, offer };
  },

  toText({ id, title, joined, similar, replaced, offer }) {
    const done = replaced
      ? `${shortId(id)} replaces ${shortId(replaced)}.`
      : joined
        ? `"${title}" was recorded before as ${shortId(id)}; this counts as evidence.`
        : `Recorded "${title}" as ${shortId(id)}.`;
    const hint = similar && `${shortId(similar)} says nearly the same: if this replaces it, record it with --replaces.`;
    return [done, hint, offer].filter(Boolean).join(" ");
  },
});

/** What the person may decide now: words that are not theirs, a guard that waits for their yes, a wish that two projects have. */
function offersOf(memory: Memory, { isForeign = false, isOffered = false } = {}): string {
  const id = shortId(memory.id);
  const open = withGuards(memory).guards.filter(({ state }) => state === "proposed");
  return [
    isForeign &&
      `These are words of a text that was read in this session, not the person's, so sessions do not receive them until a person accepts them: throughline memory update ${id} --state verified`,
    open.length > 0 &&
      `${open.map(describeGuard).join("; ")}, once the person accepts it: throughline guard accept ${id}`,
    isOffered &&
      `Another project has this, too. The person may let it hold everywhere: throughline everywhere add ${id}`,
  ]
    .filter(Boolean)
    .join(" ");
}
