import * as z from "zod";
import { AppError } from "../base/errors.js";
import { shortId } from "../base/ids.js";
import type { Paint } from "../base/paint.js";
import type { CommandCall } from "../domain/command-app.js";
import { hostNamed } from "../domain/install/find-hosts.js";
import { agentsWith } from "../hosts/all-hosts.js";
import type { Memory } from "../store/memory/memory.js";
import { type Command, defineCommand } from "./define-command.js";

const agent = z.enum(agentsWith("files")).default("claude-code").describe("Agent whose file to change.");

const shown = ({ id, title, content }: Memory) => ({ id, title, content });
const memoryLine = ({ id, content }: ReturnType<typeof shown>, paint: Paint) => `${content} ${paint.dim(shortId(id))}`;

const decision = (name: string, summary: string, decide: (app: CommandCall, id: string) => Promise<Memory>) =>
  defineCommand(name, {
    summary,
    input: z.object({ memory: z.string().describe("Id of the memory.") }),
    positional: ["memory"],
    examples: [`${name} mem_1`],
    run: async ({ memory }, app) => shown(await decide(app, memory)),
    toText: memoryLine,
  });

export const everywhereCommands: readonly Command[] = [
  defineCommand("everywhere list", {
    summary: "List what you want in every project, and what you said in several.",
    async run(_, app) {
      const offers = await app.everywhere.offers(app.call);
      return {
        memories: (await app.everywhere.list(app.call)).map(shown),
        offers: offers.map(({ memory, others }) => ({
          ...shown(memory),
          projects: [memory, ...others].map(({ project }) => project),
          others: others.map(({ content }) => content),
        })),
      };
    },
    toText({ memories, offers }, paint) {
      return [
        memories.length === 0 && "Nothing holds in every project yet.",
        memories.map((one) => memoryLine(one, paint)),
        offers.map((offer) => [
          memoryLine(offer, paint),
          `  Said in ${offer.projects.length} projects. Use it everywhere? throughline everywhere add ${shortId(offer.id)}`,
        ]),
      ];
    },
  }),
  decision("everywhere add", "Let a rule or preference hold in every project.", ({ everywhere, call }, id) =>
    everywhere.add(call, id),
  ),
  decision(
    "everywhere decline",
    "Keep a rule or preference in its project, and do not offer it again.",
    ({ everywhere, call }, id) => everywhere.decline(call, id),
  ),
  defineCommand("everywhere export", {
    summary: "Write what you want in every project into an agent's own file of yours, such as ~/.claude/CLAUDE.md.",
    input: z.object({ agent }),
    examples: ["everywhere export", "everywhere export --agent codex"],
    async run(input, app) {
      const memories = await app.everywhere.list(app.call);
      if (memories.length === 0)
        throw new AppError("missing", "Nothing holds in every project yet.", { hint: "throughline everywhere list" });
      const text = memories.map(({ content }) => `- ${content.replace(/\s+/g, " ").trim()}`).join("\n");
      return app.installer.setSection(hostNamed(input.agent), text);
    },
    toText: ({ file, outcome }) => `${file}: ${outcome}. Remove it again with: throughline everywhere unexport`,
  }),
  defineCommand("everywhere unexport", {
    summary: "Remove what was exported from the agent's file, and restore it byte for byte.",
    input: z.object({ agent }),
    examples: ["everywhere unexport --agent codex"],
    run: (input, app) => app.installer.setSection(hostNamed(input.agent), undefined),
    toText: ({ file, outcome }) => `${file}: ${outcome}`,
  }),
];
