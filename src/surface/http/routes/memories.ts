import { daysBefore } from "../../../base/days.js";
import { AppError } from "../../../base/errors.js";
import { describeGuard } from "../../../domain/guards/guard-text.js";
import { withGuards } from "../../../domain/guards/guards.js";
import { confidenceByDay } from "../../../domain/memory/confidence.js";
import type { ShownMemory } from "../../../domain/memory/memories.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import { sessionOfEvidence } from "../../../store/memory/forget-session.js";
import type { Guard } from "../../../store/memory/guard.js";
import { isCurrent, type Memory, memoryStates } from "../../../store/memory/memory.js";
import { pick } from "../../pick.js";
import { pageOf, route } from "./define-route.js";
import { loadProjectLookup, type ProjectLookup } from "./project-lookup.js";
import { receptionsOf } from "./recall.js";

const maxSimilar = 5;
const maxMemories = 1000;

type Decide = (app: SurfaceCall, id: string) => Promise<unknown>;

/** What a person decides about the guards of a rule, and about where a rule holds. */
const decisions: Readonly<Record<string, Decide>> = {
  accept: ({ guards, call }, id) => guards.accept(call, id),
  deny: ({ guards, call }, id) => guards.accept(call, id, "deny"),
  loosen: ({ guards, call }, id) => guards.loosen(call, id),
  remove: ({ guards, call }, id) => guards.remove(call, id),
  everywhere: ({ everywhere, call }, id) => everywhere.add(call, id),
  here: ({ everywhere, call }, id) => everywhere.decline(call, id),
};

export const memoryRoutes = {
  /** Memories of every project; the tool lists those of one project. */
  "GET /api/memories": route("reads", async (request, app) => {
    const lookup = await loadProjectLookup(app);
    const outcome = request.query("outcome");
    const { memories, total } = await app.memories.list(app.call, {
      project: request.query("project"),
      tag: request.query("tag"),
      state: readState(request.query("state")),
      outcome: outcome === "success" || outcome === "failure" ? outcome : undefined,
      ...pageOf(request),
    });
    return { memories: await Promise.all(memories.map((one) => toRow(app, one, lookup))), total };
  }),

  "GET /api/memories/tally": route("reads", (_, app) => tallyMemories(app)),

  /** The mean confidence of the newest memories, day by day. */
  "GET /api/memories/confidence": route("reads", async (request, app) => {
    const count = request.number("days", { min: 1, max: 400, fallback: 60 });
    const memories = await app.memories.newest(app.call, maxMemories);
    const days = Array.from({ length: count }, (_, i) => daysBefore(app.runtime.now(), count - 1 - i).slice(0, 10));
    return { days: confidenceByDay(memories.filter(isCurrent), days) };
  }),

  "GET /api/memories/:id": route("reads", async (request, app) => {
    const [lookup, { memory, history }, similar] = await Promise.all([
      loadProjectLookup(app),
      app.memories.get(app.call, request.param("id")),
      app.memories.near(app.call, request.param("id"), maxSimilar),
    ]);
    return {
      ...(await toRow(app, memory, lookup)),
      ...pick(memory, "author", "reason", "supersedes", "supersededBy", "evidence", "votes"),
      distilled: await costOf(app, memory),
      anchors: memory.anchors.map(({ name }) => name),
      guards: withGuards(memory).guards.map(withText),
      offeredIn: await offeredIn(app, memory, lookup),
      /** The versions that it superseded, newest first. */
      history: history.map((one) => ({ ...plainRow(one, lookup), votes: one.votes })),
      received: await receptionsOf(app, memory),
      similar: similar.map(({ memory: other, similarity }) => ({ ...plainRow(other, lookup), similarity })),
    };
  }),

  /** Restores a memory exactly as it was before an edit on the page. */
  "POST /api/memories/:id/undo-edit": route("replaces", async (request, app) => {
    const { state: before, updatedAt } = await request.body();
    const state = readState(String(before));
    if (!state || typeof updatedAt !== "string" || Number.isNaN(Date.parse(updatedAt)))
      throw new AppError("invalid", "The fields state and updatedAt are required.");
    return pick(await app.memories.undoUpdate(app.call, request.param("id"), { state, updatedAt }), "id");
  }),

  "POST /api/memories/merge": route("replaces", async (request, app) => {
    const body = await request.body();
    const field = (name: string) => (typeof body[name] === "string" ? body[name].trim() : "");
    const pair = { keep: field("keep"), drop: field("drop") };
    return pick(await app.memories.merge(app.call, pair, { title: field("title"), content: field("content") }), "id");
  }),

  "POST /api/memories/:id/decide": route("owner", async (request, app) => {
    const [id, name] = [request.param("id"), String((await request.body()).decision)];
    const decide = Object.hasOwn(decisions, name) ? decisions[name] : undefined;
    if (!decide)
      throw new AppError("invalid", `There is no such decision: ${name}.`, { hint: Object.keys(decisions).join(", ") });
    await decide(app, id);
    return { id };
  }),

  /** A line of a convention, with its guards in plain words. */
  "GET /api/rules/:id": route("reads", async (request, app) => {
    const rule = (await app.guards.list(app.call)).find(({ id }) => id === request.param("id"));
    if (!rule) throw new AppError("missing", "No convention has this line now.");
    return { ...pick(rule, "id", "title", "content", "source"), guards: rule.guards.map(withText) };
  }),
};

const withText = (guard: Guard) => ({ ...guard, about: describeGuard(guard) });

/** How many memories each state and each project has. */
export async function tallyMemories(app: SurfaceCall) {
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
}

/** Names of projects that have the same rule, if it may hold everywhere. */
async function offeredIn(app: SurfaceCall, { id }: Memory, lookup: ProjectLookup): Promise<string[]> {
  if (app.call.access) return [];
  const offer = (await app.everywhere.offers(app.call)).find(({ memory }) => memory.id === id);
  return offer ? [offer.memory, ...offer.others].map(({ project }) => lookup.nameOf(project)) : [];
}

const maxRuns = 1000;

/** What the model's reading of a session cost that a distilled lesson came from, and how many lessons it wrote. */
async function costOf(app: SurfaceCall, { source, evidence }: Memory) {
  if (source !== "distilled") return undefined;
  const sessions = evidence.map(sessionOfEvidence);
  const run = (await app.distiller.runs(app.call, maxRuns)).find(({ sessionId }) => sessions.includes(sessionId));
  return run && { ...pick(run, "model", "cost", "lessons"), tokens: run.inputTokens + run.outputTokens };
}

/** Staleness can be checked only where the project's folder is known. */
export async function toRow(app: SurfaceCall, memory: ShownMemory, lookup: ProjectLookup) {
  const folder = lookup.folderOf(memory.project);
  const isOtherFolder = memory.anchors.length > 0 && folder !== undefined && folder !== app.call.folder;
  const { stale } = isOtherFolder ? (await app.memories.get({ ...app.call, folder }, memory.id)).memory : memory;
  return { ...plainRow(memory, lookup), stale };
}

const shownFields = ["id", "project", "title", "content", "outcome", "confidence", "tags", "state", "source"] as const;

const plainRow = (memory: Memory, lookup: ProjectLookup) => ({
  ...pick(memory, ...shownFields, "createdAt", "updatedAt"),
  projectName: lookup.nameOf(memory.project),
  evidenceCount: memory.evidence.length,
  stale: [],
});

const readState = (text: string | undefined) => memoryStates.find((one) => one === text);
