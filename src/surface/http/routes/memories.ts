import type { ShownMemory } from "../../../domain/memory/memories.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import { type Memory, type MemoryState, memoryStates, type Outcome } from "../../../store/memory/memory.js";
import type { MemoryDetail, MemoryPage, MemoryRow, MemoryTallies } from "../api-types.js";
import { defineRoute } from "./define-route.js";
import { findProjectPlaces, type ProjectPlaces } from "./project-places.js";

const maxSimilar = 5;

/** Memories of every project; the tool lists those of one. */
export const memoriesRoute = defineRoute<MemoryPage>({
  method: "GET",
  path: "/api/memories",

  async run(asked, app) {
    const places = await findProjectPlaces(app);
    const listing = {
      ...{ project: asked.query("project"), tag: asked.query("tag") },
      ...{ state: readState(asked.query("state")), outcome: readOutcome(asked.query("outcome")) },
      limit: asked.number("limit", { min: 1, max: 500, usual: 100 }),
      offset: asked.number("offset", { min: 0, max: 10_000_000, usual: 0 }),
    };
    const { memories, total } = await app.memories.list(app.call, listing);
    return { memories: await Promise.all(memories.map((one) => toRow(app, one, places))), total };
  },
});

export const memoryTallyRoute = defineRoute<MemoryTallies>({
  method: "GET",
  path: "/api/memories/tally",

  async run(_, app) {
    const [tally, places] = await Promise.all([app.memories.tally(app.call), findProjectPlaces(app)]);
    const sum = (fits: (one: (typeof tally)[number]) => boolean) =>
      tally.filter(fits).reduce((all, { count }) => all + count, 0);
    const projects = [...new Set(tally.map(({ project }) => project))];
    return {
      states: Object.fromEntries(memoryStates.map((state) => [state, sum((one) => one.state === state)])),
      projects: projects.map((project) => ({
        ...{ project, name: places.nameOf(project), count: sum((one) => one.project === project) },
      })),
    };
  },
});

export const memoryRoute = defineRoute<MemoryDetail>({
  method: "GET",
  path: "/api/memories/:id",

  async run(asked, app) {
    const [places, { memory, history }, near] = await Promise.all([
      findProjectPlaces(app),
      app.memories.get(app.call, asked.part("id")),
      app.memories.near(app.call, asked.part("id"), maxSimilar),
    ]);
    const { author, source, reason, supersedes, supersededBy, anchors, evidence, votes } = memory;
    return {
      ...(await toRow(app, memory, places)),
      ...{ author, source, reason, supersedes, supersededBy, evidence },
      anchors: anchors.map(({ name }) => name),
      votes,
      history: history.map((one) => ({ ...plainRow(one, places), votes: one.votes })),
      near: near.map(({ memory: other, similarity }) => ({ ...plainRow(other, places), similarity })),
    };
  },
});

export const mergeMemoriesRoute = defineRoute<{ id: string }>({
  method: "POST",
  path: "/api/memories/merge",

  async run(asked, app) {
    const body = await asked.body();
    const given = (name: string) => (typeof body[name] === "string" ? body[name].trim() : "");
    const pair = { keep: given("keep"), drop: given("drop") };
    const { id } = await app.memories.merge(app.call, pair, { title: given("title"), content: given("content") });
    return { id };
  },
});

/** Takes an edit back; the state is the one that the memory had before it. */
export const undoMemoryRoute = defineRoute<{ id: string }>({
  method: "POST",
  path: "/api/memories/:id/undo",

  async run(asked, app) {
    const { state } = await asked.body();
    const { id } = await app.memories.undoUpdate(app.call, asked.part("id"), readState(String(state ?? "")));
    return { id };
  },
});

/** Whether its files changed is told where the project's folder is known. */
async function toRow(app: SurfaceCall, memory: ShownMemory, places: ProjectPlaces): Promise<MemoryRow> {
  const folder = places.folderOf(memory.project);
  const looksElsewhere = memory.anchors.length > 0 && folder !== undefined && folder !== app.call.folder;
  const stale = looksElsewhere
    ? (await app.memories.get({ ...app.call, folder }, memory.id)).memory.stale
    : memory.stale;
  return { ...plainRow(memory, places), stale };
}

const plainRow = (memory: Memory, places: ProjectPlaces): MemoryRow => {
  const { id, project, title, content, outcome, confidence, tags, state, source, createdAt, updatedAt } = memory;
  return {
    ...{ id, project, projectName: places.nameOf(project), title, content, outcome, confidence, tags, state, source },
    ...{ createdAt, updatedAt, evidenceCount: memory.evidence.length, stale: [] },
  };
};

const readState = (text: string | undefined): MemoryState | undefined => memoryStates.find((one) => one === text);
const readOutcome = (text: string | undefined): Outcome | undefined =>
  text === "success" || text === "failure" ? text : undefined;
