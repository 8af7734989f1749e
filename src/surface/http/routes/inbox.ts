import { basename } from "node:path";
import { describeGuard } from "../../../domain/guards/guard-text.js";
import { withGuards } from "../../../domain/guards/guards.js";
import { teamPrefix } from "../../../domain/guards/team-rules.js";
import type { ShownMemory } from "../../../domain/memory/memories.js";
import { type InboxEntry, listInboxEntries } from "../../../domain/overview/inbox.js";
import { contradictedIn, isDoubted } from "../../../domain/receipts/match-receipts.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import type { Guard } from "../../../store/memory/guard.js";
import type { Memory } from "../../../store/memory/memory.js";
import { route } from "./define-route.js";
import { toRow } from "./memories.js";
import { foldersOf, loadProjectLookup, type ProjectLookup } from "./project-lookup.js";

const maxItems = 100;

/** Something that waits for a person's decision: an entry of a shared store, or a memory, by its id. */
export interface InboxItem extends Omit<InboxEntry, "kind"> {
  readonly kind: InboxEntry["kind"] | "memory" | "stale" | "guard" | "everywhere" | "doubted";
}

export const inboxRoutes = {
  /** Everything that waits for a person: conflicts, proposals, memories to verify, memories that may be stale. */
  "GET /api/inbox": route("reads", async (_, app) => {
    const lookup = await loadProjectLookup(app);
    const listed = (state: "candidate" | "verified") =>
      app.memories.list(app.call, { state, limit: maxItems, offset: 0 });
    const [candidates, { memories: verified }] = await Promise.all([listed("candidate"), listed("verified")]);
    // A team service has no repositories; files and guards are of this machine.
    const folders = app.call.access ? [] : await foldersOf(app);
    const [entries = [], ...own] = app.call.access
      ? []
      : await Promise.all([
          listInboxEntries(app, folders),
          toConfirm(app, lookup, verified),
          toDecide(app, lookup, [...candidates.memories, ...verified]),
          ...folders.map((folder) => guardsOfTeam(app, folder)),
        ]);
    const items: InboxItem[] = [
      ...entries,
      ...candidates.memories.map((one) => ({ ...itemOf("memory", one, lookup, one.content), at: one.createdAt })),
      ...own.flat(),
    ];
    return { items, total: items.length + Math.max(0, candidates.total - candidates.memories.length) };
  }),
};

type Listed = Pick<Memory, "id" | "title" | "project" | "updatedAt">;

const itemOf = (
  kind: InboxItem["kind"],
  { id, title, project, updatedAt: at }: Listed,
  lookup: ProjectLookup,
  about: string,
): InboxItem => ({ kind, id, title, about, project: lookup.nameOf(project), folder: "", at });

const proposalsIn = (guards: readonly Guard[]): string =>
  guards
    .filter(({ state }) => state === "proposed")
    .map(describeGuard)
    .join("; ");

/** Guards that wait for a yes, rules of several projects that may hold everywhere, and lessons that were contradicted. */
async function toDecide(app: SurfaceCall, lookup: ProjectLookup, memories: readonly Memory[]): Promise<InboxItem[]> {
  const offers = await app.everywhere.offers(app.call);
  return [
    ...memories
      .filter((memory) => memory.state === "verified" && isDoubted(memory))
      .map((memory) => itemOf("doubted", memory, lookup, `contradicted ${contradictedIn(memory)} times`)),
    ...memories
      .map((memory) => itemOf("guard", memory, lookup, proposalsIn(withGuards(memory).guards)))
      .filter(({ about }) => about !== ""),
    ...offers.map(({ memory, others }) => {
      const about = others.map((one) => `${lookup.nameOf(one.project)}: ${one.content}`).join("; ");
      return itemOf("everywhere", memory, lookup, about);
    }),
  ];
}

/** Guards that came with a repository. */
async function guardsOfTeam(app: SurfaceCall, folder: string): Promise<InboxItem[]> {
  const rules = await app.guards.list({ ...app.call, folder }).catch(() => []);
  return rules
    .filter(({ id }) => id.startsWith(teamPrefix))
    .map(({ id, title, guards }) => ({
      kind: "guard" as const,
      id,
      title,
      about: proposalsIn(guards),
      project: basename(folder),
      folder,
      at: "",
    }))
    .filter(({ about }) => about !== "");
}

async function toConfirm(
  app: SurfaceCall,
  lookup: ProjectLookup,
  verified: readonly ShownMemory[],
): Promise<InboxItem[]> {
  const anchored = verified.filter(({ anchors }) => anchors.length > 0);
  const rows = await Promise.all(anchored.map((memory) => toRow(app, memory, lookup)));
  return rows
    .filter(({ stale }) => stale.length > 0)
    .map((row) => itemOf("stale", row, lookup, `${row.stale.join(", ")} changed`));
}
