import * as z from "zod";
import { shortId } from "../../base/ids.js";
import { joinLines, type Lines } from "../../base/text/lines.js";
import type { CommandCall } from "../../domain/command-app.js";
import { registerMergeDriver } from "../../domain/context/sync/register-merge-driver.js";
import type { ShownMemory } from "../../domain/memory/memories.js";
import { factTag } from "../../domain/repository-facts/repository-facts.js";
import { storePath } from "../../store/context/context-layout.js";
import { defineCommand } from "../define-command.js";
import { flag } from "../fields.js";

export const init = defineCommand("init", {
  summary:
    "Create this project's context store, shared through git, and offer what the repository already says: decisions, rules, checks, history.",
  input: z.object({
    name: z.string().default("").describe("Project name. Default: folder name."),
    repo_url: z.string().default("").describe("Repository URL to record in the manifest."),
    merge_driver: flag("Register a git merge driver that merges store files by section."),
    accept: flag("Give agents what the repository says, without asking."),
  }),
  positional: ["name"],
  examples: ["init", "init shop --merge-driver", "init --accept"],

  async run({ name, repo_url, merge_driver, accept }, app) {
    const project = await app.context.openHere(app.call);
    const created = await project.init({ name, repoUrl: repo_url });
    if (merge_driver) await registerMergeDriver(project);
    const manifest = created ?? (await project.manifest.read());
    const facts = await offerFacts(app, accept);
    return { path: storePath(project.root), created: created !== undefined, merge_driver, ...manifest, ...facts };
  },

  toText: ({ path, created, facts, accepted }) => [
    created
      ? `Created ${path}.\nCommit it, or share it with \`throughline sync push\`.`
      : `The store already exists: ${path}. Nothing was changed.`,
    accepted === undefined && factLines(facts),
    facts.length > 0 && outcomes[accepted ?? "waiting"],
  ],
});

/** Nothing is given to agents before a person has seen it. */
async function offerFacts(app: CommandCall, accept: boolean) {
  const { call, memories, repositoryFacts } = app;
  await repositoryFacts.offer(call, await repositoryFacts.read(call.folder));
  const listing = { project: call.folder, state: "candidate", tag: factTag, limit: maxFacts, offset: 0 } as const;
  const candidates = (await memories.list(call, listing)).memories;
  const facts = candidates.map(({ id, title, content }) => ({ id, title, content }));
  if (facts.length === 0) return { facts };
  const question = joinLines([factLines(facts), "", "Give these to agents from the next session on?"]);
  const answer = accept || (await app.ask(question));
  if (answer === true) for (const { id } of facts) await memories.update(call, id, { state: "verified" });
  return answer === undefined ? { facts } : { facts, accepted: answer ? ("yes" as const) : ("no" as const) };
}

const maxFacts = 100;

const factLines = (facts: readonly Pick<ShownMemory, "id" | "title" | "content">[]): Lines =>
  facts.length > 0 && [
    "",
    "This repository says:",
    // A rule comes with its headings.
    facts.map(
      ({ id, title, content }) => `- ${content.startsWith(title) ? "" : `${title}: `}${content} ${shortId(id)}`,
    ),
  ];

const outcomes = {
  yes: "Agents receive them from the next session on.",
  no: "They stay candidates: search finds them, agents do not receive them.",
  waiting:
    "Accept them with `throughline init --accept`, or one by the id at its end: `throughline memory update ID --state verified`.",
} as const;

/** The same under the name that the other commands of team context lead one to expect. */
export const contextInit = { ...init, name: "context init", examples: ["context init"] };
