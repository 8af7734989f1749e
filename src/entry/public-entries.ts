import type { PublicEntry } from "../domain/bridge/neighbours.js";
import type { TeamContext } from "../domain/context/team-context.js";

/** What a repository's team says publicly: knowledge, conventions and decisions, for sub-agents in its neighbours. */
export async function publicEntries(context: TeamContext, folder: string): Promise<PublicEntry[]> {
  const { knowledge, conventions, decisions } = await context.open({ folder, caller: "bridge" });
  const [known, agreed, decided] = await Promise.all([knowledge.list(), conventions.list(), decisions.list()]);
  return [
    ...known.filter(isPublic).map(({ key, content }) => ({ name: `knowledge/${key}`, text: content })),
    ...agreed.filter(isPublic).map(({ key, content }) => ({ name: `conventions/${key}`, text: content })),
    ...decided.filter(isPublic).map(({ file, raw }) => ({ name: `decisions/${file}`, text: raw })),
  ];
}

const isPublic = ({ scope }: { scope: string }) => scope === "public";
