import * as z from "zod";
import { shortId } from "../../base/ids.js";
import { describeGuard, guardHelp, newGuards } from "../../domain/guards/guard-text.js";
import { withGuards } from "../../domain/guards/guards.js";
import { lessonKinds } from "../../domain/lessons/given-lesson.js";
import { maxContentLength, maxTitleLength, refuseCredentials, titleFrom } from "../../domain/memory/lesson.js";
import type { Memory } from "../../store/memory/memory.js";
import { answerOf } from "../answer-schema.js";
import { defineMemoryTool } from "../define-tool.js";
import { fromFolder } from "../fields.js";
import { anchorNames, neededText, outcome, tagList, textUpTo } from "../memory-fields.js";
import { requireOwnText } from "../require-own-text.js";

export const memoryRecord = defineMemoryTool({
  name: "memory_record",
  effect: "adds",
  title: "Record a memory",
  description:
    "Record a lesson that a stranger can act on. Use for lasting rules, decisions and traps; for errors use remediation_record.",
  input: z.object({
    project_id: z
      .string()
      .refine((id) => id.trim() !== "", "must not be empty")
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
  output: answerOf({
    id: "string",
    title: "string",
    outcome: "string",
    confidence: "number",
    "joined?": "string",
    "similar?": "string",
    "replaced?": "string",
    "offer?": "string",
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

  async run(
    { project_id, title: givenTitle, content: text, outcome: given, kind, replaces, quote, guard, ...rest },
    app,
  ) {
    const content = text.trim();
    const title = (givenTitle ?? titleFrom(content)).trim();
    if (kind !== undefined || replaces !== undefined) refuseCredentials(title, content, quote);
    const tags = [...(kind ? [kind] : []), ...(rest.tags ?? [])];
    const { anchors } = rest;
    const guards = guard ? { guards: newGuards(guard, [title, content, quote].join("\n")) } : {};
    if (replaces !== undefined) {
      await requireOwnText(app, `"${title}"`, `${title}. ${content}`);
      const changes = {
        title,
        content,
        ...(given ? { outcome: given } : {}),
        ...(tags.length > 0 ? { tags } : {}),
        ...(anchors ? { anchors } : {}),
        ...guards,
        reason: quote ? `"${quote}"` : "Reworded.",
      };
      const memory = await app.memories.update(app.call, replaces, changes);
      const { id, outcome, confidence } = memory;
      return { id, title, outcome, confidence, replaced: replaces, ...offersOf(memory, false) };
    }
    const lesson = {
      project: project_id ?? (await fromFolder.project(app)),
      title,
      content,
      outcome: given ?? ("success" as const),
      tags,
      anchors: anchors ?? [],
      ...(quote ? { evidence: [{ quote }] } : {}),
      ...guards,
    };
    // What a page or a file told the agent waits for the person, like every import.
    const isForeign = await app.foreignText.isForeign(app.call, `${title}. ${content}`, kind);
    const memory = await app.memories.record(app.call, isForeign ? { ...lesson, source: "imported" } : lesson);
    const { id, outcome, confidence, isJoined, similarTo } = memory;
    const isRule = kind === "rule" || kind === "preference";
    const offers = isRule ? await app.everywhere.offers(app.call) : [];
    const isOffered = offers.some((one) => [one.memory, ...one.others].some((said) => said.id === id));
    return {
      id,
      title,
      outcome,
      confidence,
      ...(isJoined ? { joined: id } : {}),
      ...(similarTo ? { similar: similarTo } : {}),
      ...offersOf(memory, isOffered, isForeign),
    };
  },

  toText({ id, title, joined, similar, replaced, offer = "" }) {
    const hint = similar
      ? `${shortId(similar)} says nearly the same: if this replaces it, record it with --replaces.`
      : "";
    const done = replaced
      ? `${shortId(id)} replaces ${shortId(replaced)}.`
      : joined
        ? `"${title}" was recorded before as ${shortId(id)}; this counts as evidence.`
        : `Recorded "${title}" as ${shortId(id)}.`;
    return [done, hint, offer].filter(Boolean).join(" ");
  },
});

/** What the person may decide now: words that are not theirs, a guard that waits for their yes, a wish that two projects have. */
function offersOf(memory: Memory, isOffered: boolean, isForeign = false): { offer?: string } {
  const foreign = `These are words of a text that was read in this session, not the person's, so sessions do not receive them until a person accepts them: throughline memory update ${shortId(memory.id)} --state verified`;
  const open = withGuards(memory).guards.filter(({ state }) => state === "proposed");
  const guard = `${open.map(describeGuard).join("; ")}, once the person accepts it: throughline guard accept ${shortId(memory.id)}`;
  const everywhere = `Another project has this, too. The person may let it hold everywhere: throughline everywhere add ${shortId(memory.id)}`;
  const offers = [
    ...(isForeign ? [foreign] : []),
    ...(open.length > 0 ? [guard] : []),
    ...(isOffered ? [everywhere] : []),
  ];
  return offers.length === 0 ? {} : { offer: offers.join(" ") };
}
