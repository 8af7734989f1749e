import { daysBefore } from "../../../base/days.js";
import { AppError } from "../../../base/errors.js";
import { describeGuard } from "../../../domain/guards/guard-text.js";
import { withGuards } from "../../../domain/guards/guards.js";
import { confidenceByDay } from "../../../domain/memory/confidence.js";
import type { ShownMemory } from "../../../domain/memory/memories.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import { sessionOfEvidence } from "../../../store/memory/forget-session.js";
import { isCurrent, type Memory, type MemoryState, memoryStates, type Outcome } from "../../../store/memory/memory.js";
import type {
  ConfidenceDay,
  DistillingCost,
  MemoryDetail,
  MemoryPage,
  MemoryRow,
  MemoryTallies,
} from "../api-types.js";
import { get, post } from "./define-route.js";
import { loadProjectLookup, type ProjectLookup } from "./project-lookup.js";
import { receptionsOf } from "./recall.js";

const maxSimilar = 5;
const maxMemories = 1000;

export const memoryRoutes = [
  /** Memories of every project; the tool lists those of one project. */
  get<MemoryPage>("/api/memories", "reads", async (request, app) => {
    const lookup = await loadProjectLookup(app);
    const listing = {
      project: request.query("project"),
      tag: request.query("tag"),
      state: readState(request.query("state")),
      outcome: readOutcome(request.query("outcome")),
      limit: request.number("limit", { min: 1, max: 500, fallback: 100 }),
      offset: request.number("offset", { min: 0, max: 10_000_000, fallback: 0 }),
    };
    const { memories, total } = await app.memories.list(app.call, listing);
    return { memories: await Promise.all(memories.map((one) => toRow(app, one, lookup))), total };
  }),

  get<MemoryTallies>("/api/memories/tally", "reads", async (_, app) => {
    const [tally, lookup] = await Promise.all([app.memories.tally(app.call), loadProjectLookup(app)]);
    const sum = (matches: (one: (typeof tally)[number]) => boolean) =>
      tally.filter(matches).reduce((all, { count }) => all + count, 0);
    const projects = [...new Set(tally.map(({ project }) => project))];
    return {
      states: Object.fromEntries(memoryStates.map((state) => [state, sum((one) => one.state === state)])),
      projects: projects.map((project) => ({
        project,
        name: lookup.nameOf(project),
        count: sum((one) => one.project === project),
      })),
    };
  }),

  /** The confidence of the newest memories, day by day. */
  get<{ days: readonly ConfidenceDay[] }>("/api/memories/confidence", "reads", async (request, app) => {
    const count = request.number("days", { min: 1, max: 400, fallback: 60 });
    const memories = await app.memories.newest(app.call, maxMemories);
    const days = Array.from({ length: count }, (_, i) => daysBefore(app.runtime.now(), count - 1 - i).slice(0, 10));
    return { days: confidenceByDay(memories.filter(isCurrent), days) };
  }),

  get<MemoryDetail>("/api/memories/:id", "reads", async (request, app) => {
    const [lookup, { memory, history }, similar] = await Promise.all([
      loadProjectLookup(app),
      app.memories.get(app.call, request.param("id")),
      app.memories.near(app.call, request.param("id"), maxSimilar),
    ]);
    const { author, source, reason, supersedes, supersededBy, anchors, evidence, votes } = memory;
    const distilled = await costOf(app, memory);
    return {
      ...(await toRow(app, memory, lookup)),
      author,
      source,
      reason,
      supersedes,
      supersededBy,
      evidence,
      ...(distilled ? { distilled } : {}),
      anchors: anchors.map(({ name }) => name),
      votes,
      guards: withGuards(memory).guards.map((guard) => ({ ...guard, about: describeGuard(guard) })),
      offeredIn: await offeredIn(app, memory, lookup),
      history: history.map((one) => ({ ...plainRow(one, lookup), votes: one.votes })),
      received: await receptionsOf(app, memory),
      similar: similar.map(({ memory: other, similarity }) => ({ ...plainRow(other, lookup), similarity })),
    };
  }),

  /** Restores a memory exactly as it was before an edit on the page. */
  post<{ id: string }>("/api/memories/:id/undo-edit", "replaces", async (request, app) => {
    const { state, updatedAt } = await request.body();
    const before = readState(String(state));
    if (!before || typeof updatedAt !== "string" || Number.isNaN(Date.parse(updatedAt)))
      throw new AppError("invalid", "The fields state and updatedAt are required.");
    const { id } = await app.memories.undoUpdate(app.call, request.param("id"), { state: before, updatedAt });
    return { id };
  }),

  post<{ id: string }>("/api/memories/merge", "replaces", async (request, app) => {
    const body = await request.body();
    const field = (name: string) => (typeof body[name] === "string" ? body[name].trim() : "");
    const pair = { keep: field("keep"), drop: field("drop") };
    const { id } = await app.memories.merge(app.call, pair, { title: field("title"), content: field("content") });
    return { id };
  }),
];

async function offeredIn(app: SurfaceCall, { id }: Memory, lookup: ProjectLookup): Promise<string[]> {
  if (app.call.access) return [];
  const offer = (await app.everywhere.offers(app.call)).find(({ memory }) => memory.id === id);
  return offer ? [offer.memory, ...offer.others].map(({ project }) => lookup.nameOf(project)) : [];
}

const maxRuns = 1000;

/** The reading of a session that a distilled lesson came from. */
async function costOf(app: SurfaceCall, { source, evidence }: Memory): Promise<DistillingCost | undefined> {
  if (source !== "distilled") return undefined;
  const sessions = evidence.map(sessionOfEvidence);
  const run = (await app.distiller.runs(app.call, maxRuns)).find(({ sessionId }) => sessions.includes(sessionId));
  return run && { model: run.model, tokens: run.inputTokens + run.outputTokens, cost: run.cost, lessons: run.lessons };
}

/** Staleness can be checked only where the project's folder is known. */
export async function toRow(app: SurfaceCall, memory: ShownMemory, lookup: ProjectLookup): Promise<MemoryRow> {
  const folder = lookup.folderOf(memory.project);
  const isOtherFolder = memory.anchors.length > 0 && folder !== undefined && folder !== app.call.folder;
  const stale = isOtherFolder
    ? (await app.memories.get({ ...app.call, folder }, memory.id)).memory.stale
    : memory.stale;
  return { ...plainRow(memory, lookup), stale };
}

const plainRow = (memory: Memory, lookup: ProjectLookup): MemoryRow => {
  const { id, project, title, content, outcome, confidence, tags, state, source, createdAt, updatedAt } = memory;
  return {
    id,
    project,
    projectName: lookup.nameOf(project),
    title,
    content,
    outcome,
    confidence,
    tags,
    state,
    source,
    createdAt,
    updatedAt,
    evidenceCount: memory.evidence.length,
    stale: [],
  };
};

const readState = (text: string | undefined): MemoryState | undefined => memoryStates.find((one) => one === text);
const readOutcome = (text: string | undefined): Outcome | undefined =>
  text === "success" || text === "failure" ? text : undefined;
