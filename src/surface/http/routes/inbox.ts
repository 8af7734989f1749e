import { basename } from "node:path";
import { describeGuard } from "../../../domain/guards/guard-text.js";
import { withGuards } from "../../../domain/guards/guards.js";
import { teamPrefix } from "../../../domain/guards/team-rules.js";
import type { ShownMemory } from "../../../domain/memory/memories.js";
import { listInboxEntries } from "../../../domain/overview/inbox.js";
import { contradictedIn, isDoubted } from "../../../domain/receipts/match-receipts.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import type { Memory } from "../../../store/memory/memory.js";
import type { Inbox, InboxItem } from "../api-types.js";
import { listKnownFolders } from "../client-in-folder.js";
import { get } from "./define-route.js";
import { toRow } from "./memories.js";
import { loadProjectLookup, type ProjectLookup } from "./project-lookup.js";

const maxItems = 100;
const maxRepositories = 60;

export const inboxRoutes = [
  /** Everything that waits for a person: conflicts, proposals, memories to verify, memories that may be stale. */
  get<Inbox>("/api/inbox", "reads", async (_, app) => {
    const lookup = await loadProjectLookup(app);
    const folders = app.call.access ? [] : await foldersOf(app);
    const ofState = (state: "candidate" | "verified") =>
      app.memories.list(app.call, { state, limit: maxItems, offset: 0 });
    const [entries, candidates, { memories: verified }] = await Promise.all([
      // A team service has no repositories.
      app.call.access ? [] : listInboxEntries(app, folders),
      ofState("candidate"),
      ofState("verified"),
    ]);
    // Files and guards are of this machine.
    const own = app.call.access
      ? []
      : [
          ...(await toConfirm(app, lookup, verified)),
          ...(await toDecide(app, lookup, [...candidates.memories, ...verified])),
          ...(await Promise.all(folders.map((folder) => guardsOfTeam(app, folder)))).flat(),
        ];
    const items = [
      ...entries,
      ...candidates.memories.map(({ id, title, content, project, createdAt }) => ({
        kind: "memory" as const,
        id,
        title,
        about: content,
        project: lookup.nameOf(project),
        folder: "",
        at: createdAt,
      })),
      ...own,
    ];
    return { items, total: items.length + Math.max(0, candidates.total - candidates.memories.length) };
  }),
];

const foldersOf = async (app: SurfaceCall): Promise<string[]> =>
  [...new Set([app.call.folder, ...(await listKnownFolders(app))])].slice(0, maxRepositories);

/** Guards that wait for a yes, rules of several projects that may hold everywhere, and lessons that were contradicted. */
async function toDecide(app: SurfaceCall, lookup: ProjectLookup, memories: readonly Memory[]): Promise<InboxItem[]> {
  const itemOf = (kind: InboxItem["kind"], { id, title, project, updatedAt: at }: Memory, about: string) => ({
    kind,
    id,
    title,
    about,
    project: lookup.nameOf(project),
    folder: "",
    at,
  });
  const proposals = memories.flatMap((memory) => {
    const open = withGuards(memory).guards.filter(({ state }) => state === "proposed");
    return open.length === 0 ? [] : [itemOf("guard", memory, open.map(describeGuard).join("; "))];
  });
  const offers = await app.everywhere.offers(app.call);
  return [
    ...memories
      .filter((memory) => memory.state === "verified" && isDoubted(memory))
      .map((memory) => itemOf("doubted", memory, `contradicted ${contradictedIn(memory)} times`)),
    ...proposals,
    ...offers.map(({ memory, others }) =>
      itemOf("everywhere", memory, others.map((one) => `${lookup.nameOf(one.project)}: ${one.content}`).join("; ")),
    ),
  ];
}

/** Guards that came with a repository. */
async function guardsOfTeam(app: SurfaceCall, folder: string): Promise<InboxItem[]> {
  const rules = await app.guards.list({ ...app.call, folder }).catch(() => []);
  return rules.flatMap(({ id, title, guards }) => {
    const open = id.startsWith(teamPrefix) ? guards.filter(({ state }) => state === "proposed") : [];
    const about = open.map(describeGuard).join("; ");
    return open.length === 0
      ? []
      : [{ kind: "guard" as const, id, title, about, project: basename(folder), folder, at: "" }];
  });
}

async function toConfirm(
  app: SurfaceCall,
  lookup: ProjectLookup,
  verified: readonly ShownMemory[],
): Promise<InboxItem[]> {
  const rows = await Promise.all(
    verified.filter(({ anchors }) => anchors.length > 0).map((memory) => toRow(app, memory, lookup)),
  );
  return rows
    .filter(({ stale }) => stale.length > 0)
    .map(({ id, title, stale, projectName: project, updatedAt: at }) => ({
      kind: "stale" as const,
      id,
      title,
      about: `${stale.join(", ")} changed`,
      project,
      folder: "",
      at,
    }));
}
