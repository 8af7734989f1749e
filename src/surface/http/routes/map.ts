import { filesNamedIn, type MapRecord, rankFiles, selectMap } from "../../../domain/overview/knowledge-map.js";
import type { ActiveProject } from "../../../domain/overview/overview.js";
import { receiptsOf } from "../../../domain/receipts/match-receipts.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import { sessionOfEvidence } from "../../../store/memory/forget-session.js";
import { isCurrent } from "../../../store/memory/memory.js";
import { pick } from "../../pick.js";
import { route } from "./define-route.js";
import { loadProjectLookup } from "./project-lookup.js";

const maxReceipts = 5000;
const maxRecords = 500;
const maxFiles = 100;
const maxTouches = 400;

/** A file, a session, or something that agents know. */
interface MapNode extends Pick<MapRecord, "id" | "title"> {
  readonly kind: MapRecord["kind"] | "file" | "session";
  /** Of a session. */
  readonly agent?: string;
  readonly at?: string;
}

export const mapRoutes = {
  /** Files, sessions, memories, fixes and decisions of a project as one graph. `file` is any part of a path. */
  "GET /api/map": route("owner", async (request, app) => {
    const projects = await app.overview.projects(app.call);
    const { folder } = app.call;
    const requested = request.query("project");
    const project =
      projects.find(({ id }) => id === requested) ?? projects.find((one) => one.folder === folder) ?? projects[0];
    if (!project) return { project: "", folder: "", nodes: [], edges: [], omitted: 0 };
    const filter = request.query("file") ?? "";
    const records = await recordsOf(app, project);
    const touched = await app.overview.busiestFiles(app.call, project.id, filter, maxFiles);
    const ranked = rankFiles(records, touched, filter);
    const touches = await app.overview.sessionsOfFiles(app.call, project.id, ranked.slice(0, maxFiles), maxTouches);
    const map = selectMap(ranked, records, touches, filter !== "");
    const nodes: MapNode[] = [
      ...(await Promise.all(map.sessions.map((id) => sessionNode(app, id)))),
      ...map.files.map((path) => ({ kind: "file" as const, id: path, title: path })),
      ...map.records.map((one) => pick(one, "kind", "id", "title")),
    ];
    return { project: project.id, folder: project.folder, nodes, edges: map.links, omitted: map.omitted };
  }),
};

async function recordsOf(app: SurfaceCall, { name, folder }: ActiveProject): Promise<MapRecord[]> {
  const [lookup, receipts, memories, { remediations }, decisions] = await Promise.all([
    loadProjectLookup(app),
    app.receipts.list({ session: "", limit: maxReceipts }),
    app.memories.newest(app.call, maxRecords),
    app.remediations.list(app.call, {}, { limit: maxRecords, offset: 0 }),
    decisionsIn(app, folder),
  ]);
  const isHere = ({ project }: { readonly project: string }) => lookup.nameOf(project) === name;
  const own = receipts.filter((receipt) => receipt.folder === folder);
  const receivedBy = (lesson: { id: string; title: string; content: string }) => [
    ...new Set(receiptsOf(own, lesson).map(({ session }) => session)),
  ];
  return [
    ...decisions
      .filter(({ status }) => status === "accepted" || status === "proposed")
      .map(({ id, title, raw }) => ({
        kind: "decision" as const,
        id: String(id),
        title,
        files: filesNamedIn(raw),
        learnedIn: [],
        receivedBy: receivedBy({ id: "", title, content: "" }),
      })),
    ...memories
      .filter((memory) => isCurrent(memory) && isHere(memory))
      .map(({ id, title, content, anchors, evidence }) => ({
        kind: "memory" as const,
        id,
        title,
        files: [...anchors.map((anchor) => anchor.name.split("#")[0] ?? ""), ...filesNamedIn(content)],
        learnedIn: evidence.flatMap((one) => sessionOfEvidence(one) ?? []),
        receivedBy: receivedBy({ id, title, content }),
      })),
    ...remediations
      .filter(isHere)
      .map(({ id, title, affectedFiles, sessionId }) => ({
        kind: "fix" as const,
        id,
        title,
        files: affectedFiles,
        learnedIn: sessionId ? [sessionId] : [],
        receivedBy: receivedBy({ id: "", title, content: "" }),
      })),
  ];
}

/** The folder may be gone or not a repository. */
async function decisionsIn(app: SurfaceCall, folder: string) {
  const context = await app.context.open({ ...app.call, folder }).catch(() => undefined);
  return context ? context.decisions.list().catch(() => []) : [];
}

async function sessionNode(app: SurfaceCall, id: string): Promise<MapNode> {
  const session = await app.sessions.find(app.call, id).catch(() => undefined);
  const { title = "", agent = "", endedAt: at = "" } = session ?? {};
  return { kind: "session", id, title: title || "Untitled session", agent, at };
}
