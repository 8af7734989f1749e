import * as z from "zod";
import { AppError } from "../base/errors.js";
import type { Paint } from "../base/paint.js";
import type { Lines } from "../base/text/lines.js";
import { formatCount } from "../base/text/plural.js";
import { blankControls } from "../base/text-cells.js";
import type { CommandCall } from "../domain/command-app.js";
import type { DistillEstimate, DistilledSession, DistillReport } from "../domain/lessons/distill/distiller.js";
import { type WriterName, writerNames } from "../domain/lessons/distill/lesson-writer.js";
import type { WrittenLesson } from "../domain/lessons/distill/store-lessons.js";
import { oneLine } from "../domain/lessons/lesson-line.js";
import { defineCommand } from "./define-command.js";
import { flag, optionalText } from "./fields.js";

export const memoryAllow = defineCommand("memory allow", {
  summary: "Allow the text of a forgotten memory to be recorded again.",
  input: z.object({ id: z.string().min(1).describe("Id of the forgotten memory.") }),
  positional: ["id"],
  examples: ["memory allow mem_01hw"],

  async run({ id }, app) {
    await app.memories.allowAgain(app.call, id);
    return { id };
  },

  toText: ({ id }) => `The text of ${id} can be recorded again.`,
});

type Answer = { readonly estimate: DistillEstimate; readonly isDryRun: boolean } & (
  | { readonly held: "nothing new" | "dry run" | "declined" }
  | DistillReport
);

const sessionCount = z.int().min(1).max(1000);

export const distill = defineCommand("distill", {
  summary: "Let a model of yours read finished sessions and write lessons. Shows tokens and price, and asks first.",
  input: z.object({
    session: optionalText("Session id or prefix."),
    last: sessionCount
      .optional()
      .describe("Number of sessions that no model has read, the newest first. Default: 1, or all of --project."),
    project: optionalText("Project path or name. Default: the one of this folder."),
    with: z.enum(writerNames).optional().describe("The model to ask. Default: learning.distiller."),
    dryRun: flag("Store nothing. Without --yes and a terminal, ask no model either."),
    yes: flag("Do not ask."),
  }),
  examples: ["distill --with claude", "distill --last 5 --dry-run", "distill --session 7f9e74cd --with endpoint --yes"],

  async run({ session, last, project, with: chosen, dryRun, yes }, app): Promise<Answer> {
    const name = writerOf(chosen, app);
    if (session !== undefined && (last !== undefined || project !== undefined))
      throw new AppError("invalid", "Pass either --session, or --last and --project.", {
        hint: "See `throughline distill --help`.",
      });
    const limit = last ?? (project === undefined ? 1 : 1000);
    const selection = session === undefined ? { project: project ?? ".", limit } : { sessions: [session], limit };
    const estimate = await app.distiller.estimate(app.call, selection, name);
    const answer = { estimate, isDryRun: dryRun };
    const ids = estimate.sessions.map(({ id }) => id);
    if (ids.length === 0) return { ...answer, held: "nothing new" };
    const question = `${blankControls(app.redaction.text(estimateText(estimate)))}\nAsk ${name}?${dryRun ? " Nothing will be stored." : ""}`;
    const isAllowed = yes || (await app.ask(question));
    if (isAllowed === undefined && !dryRun) throw unasked(estimate);
    if (!isAllowed) return { ...answer, held: isAllowed === undefined ? "dry run" : "declined" };
    return { ...answer, ...(await app.distiller.distill(app.call, ids, { name, dryRun })) };
  },

  toText(answer, paint) {
    const { estimate, isDryRun } = answer;
    if ("held" in answer) {
      if (answer.held === "nothing new")
        return "There is no new session to distill here. Name one with --session to repeat it.";
      if (answer.held === "declined") return "No model was asked.";
      return [estimateText(estimate), "No model was asked: pass --yes."];
    }
    const { sessions, stopped } = answer;
    const isStored = !isDryRun && sessions.some(({ lessons }) => lessons.length > 0);
    return [
      sessions.map((one) => sessionText(one, paint)),
      isDryRun && "Nothing was stored: this was a dry run.",
      isStored && "Agents receive these lessons from now on. Remove one with `throughline memory forget <id>`.",
      stopped !== undefined && `Stopped: ${stopped}`,
    ];
  },

  isFailure: (answer) => "stopped" in answer || ("held" in answer && answer.held === "declined"),
});

function writerOf(chosen: WriterName | undefined, app: CommandCall): WriterName {
  const name = chosen ?? app.settings.values["learning.distiller"];
  if (name !== "off") return name;
  throw new AppError("invalid", "No model is chosen: learning.distiller is off.", {
    hint: `Pass --with ${writerNames.join("|")}, or choose one for good with \`throughline config set learning.distiller <name>\`.`,
  });
}

const unasked = (estimate: DistillEstimate) =>
  new AppError("forbidden", `There is no terminal to ask at. ${estimateText(estimate)}`, {
    hint: "Pass --yes to allow it, or --dry-run to see this only.",
  });

function estimateText({ writer, sessions, inputTokens, outputTokens, cost }: DistillEstimate): string {
  const calls = sessions.reduce((sum, one) => sum + one.calls, 0);
  const price = cost === undefined ? "price unknown (see archive.prices)" : dollars(cost);
  const own = writer === "endpoint" ? "" : ", without the agent's own instructions";
  return [
    ...sessions.map(
      (one) =>
        `${one.id.slice(0, 12)}  ${one.endedAt.slice(0, 10)}  ${one.project}: ${oneLine(one.title) || "untitled"} (${formatCount(one.exchanges, "exchange")}, about ${one.inputTokens} tokens)`,
    ),
    `${formatCount(sessions.length, "session")} in ${formatCount(calls, "call")} of ${writer}: about ${inputTokens} tokens in and ${outputTokens} out${own}, ${price}.`,
  ].join("\n");
}

function sessionText({ id, title, usage, lessons, dropped }: DistilledSession, paint: Paint): Lines {
  const cost = usage.cost > 0 ? `, ${dollars(usage.cost)}` : "";
  const used = `${usage.inputTokens} tokens in, ${usage.outputTokens} out${cost}`;
  return [
    paint.bold(`${oneLine(title) || "untitled"} (${id.slice(0, 12)}): ${used}`),
    lessons.length === 0 ? "  No lesson." : lessons.map(lessonText),
    dropped.map((one) => `  Dropped: ${one.title && `"${one.title}": `}${one.reason}.`),
  ];
}

const verbs = { new: "", confirms: "confirms ", replaces: "replaces " };

function lessonText({ id, change, of, kind, title, content, evidence }: WrittenLesson): Lines {
  const name = [`${verbs[change]}${of ?? ""}`, id].filter(Boolean).join(", ");
  return [
    `  [${kind}] ${title}${name && ` (${name})`}`,
    `    ${content}`,
    evidence.map((one) => `    ${one.exchange} ${one.at.slice(0, 10)}: "${one.quote}"`),
  ];
}

const dollars = (amount: number): string => `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;
