import { AppError } from "../base/errors.js";
import type { Remote } from "../domain/remote/remote.js";
import type { SurfaceCall } from "../domain/surface-app.js";
import type { Tool } from "../tools/define-tool.js";
import { searchTeam } from "./search-team.js";

type Input = Record<string, unknown>;
type Answer = Readonly<Record<string, unknown>>;
type ForService = (input: Input, app: SurfaceCall) => Promise<Input>;

interface TeamMemory {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly confidence: number;
}

const snippetLength = 150;

export const isRecall = (name: string): boolean => name === "recall" || name === "recall_read";

/** Adds the team's memories to what this machine knows. The service has no index of the other kinds. */
export async function recallFromBoth(
  tool: Tool,
  input: Input,
  app: SurfaceCall,
  remote: Remote,
  forService: ForService,
): Promise<unknown> {
  if (tool.name === "recall_read") return readFromEither(tool, input, app, remote);
  const { kinds = [], query, limit = 8, project } = input as { kinds?: readonly string[]; project?: string } & Input;
  if (kinds.length > 0 && !kinds.includes("memory")) return tool.run(input, app);
  const here = project && project !== "all" ? project : app.call.folder;
  const sent = { query, limit, ...(await forService({ project_id: here }, app)) };
  const sharing = { kind: "memories", way: "search", list: "memories" } as const;
  const [own, { found, notice }] = await Promise.all([
    tool.run(input, app) as Promise<Answer>,
    searchTeam("memory_search", sharing, sent, app, remote),
  ]);
  const answer = withMemories(own, found.memories as readonly TeamMemory[]);
  return notice ? { ...answer, remote: notice } : answer;
}

function withMemories(own: Answer, memories: readonly TeamMemory[]): Answer {
  const hits = [...(own.hits as readonly { readonly id: string }[])];
  const added = memories.filter(({ id }) => !hits.some((hit) => hit.id === `memory/${id}`)).map(toHit);
  return { ...own, hits: [...hits, ...added], found: Number(own.found) + added.length };
}

const toHit = ({ id, title, content, confidence }: TeamMemory) => ({
  ...{ id: `memory/${id}`, kind: "memory", title, confidence },
  snippet: content.replace(/\s+/g, " ").slice(0, snippetLength),
  project: "team",
});

async function readFromEither(tool: Tool, input: Input, app: SurfaceCall, remote: Remote): Promise<unknown> {
  try {
    return await tool.run(input, app);
  } catch (error) {
    const [id] = /mem_\w+$/.exec(String(input.id)) ?? [];
    if (!(error instanceof AppError && error.problem === "missing") || id === undefined) throw error;
    const read = await remote.read(app.call, "memory_get", { memory_id: id });
    const memory =
      read.kind === "answered" ? (read.answer as { memory: TeamMemory }).memory : await findCopy(app, remote, id);
    if (!memory) throw error;
    return { id: input.id, kind: "memory", title: memory.title, project: "team", text: memory.content };
  }
}

async function findCopy({ call }: SurfaceCall, { copies }: Remote, id: string): Promise<TeamMemory | undefined> {
  const records = (await copies.list(call.tenant)).flatMap((copy) => copy.records);
  return records.find((record) => record.id === id) as TeamMemory | undefined;
}
