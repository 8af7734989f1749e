import { listInboxEntries } from "../../../domain/overview/inbox.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
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
    const [entries, candidates, verified] = await Promise.all([
      // A team service has no repositories.
      app.call.access ? [] : listInboxEntries(app, await foldersOf(app)),
      app.memories.list(app.call, { state: "candidate", limit: maxItems, offset: 0 }),
      app.call.access ? [] : staleMemories(app, lookup),
    ]);
    const items = [
      ...entries,
      ...candidates.memories.map(({ id, title, content, project, createdAt }) => ({
        ...{ kind: "memory" as const, id, title, about: content, project: lookup.nameOf(project), folder: "" },
        at: createdAt,
      })),
      ...verified,
    ];
    return { items, total: items.length + Math.max(0, candidates.total - candidates.memories.length) };
  }),
];

const foldersOf = async (app: SurfaceCall): Promise<string[]> =>
  [...new Set([app.call.folder, ...(await listKnownFolders(app))])].slice(0, maxRepositories);

async function staleMemories(app: SurfaceCall, lookup: ProjectLookup): Promise<InboxItem[]> {
  const { memories } = await app.memories.list(app.call, { state: "verified", limit: maxItems, offset: 0 });
  const rows = await Promise.all(
    memories.filter(({ anchors }) => anchors.length > 0).map((memory) => toRow(app, memory, lookup)),
  );
  return rows
    .filter(({ stale }) => stale.length > 0)
    .map(({ id, title, stale, projectName: project, updatedAt: at }) => ({
      ...{ kind: "stale" as const, id, title, about: `${stale.join(", ")} changed`, project, folder: "", at },
    }));
}
