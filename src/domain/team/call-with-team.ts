import { basename, isAbsolute } from "node:path";
import { AppError } from "../../base/errors.js";
import { describeInvalid } from "../../base/resolve-settings.js";
import { textOf } from "../memory/lesson.js";
import { rankTexts } from "../search/rank/rank-texts.js";
import type { SurfaceCall } from "../surface-app.js";
import type { Remote } from "./remote.js";
import { searchTeam, type TeamResult } from "./search-team.js";
import { type Input, type SharedSearch, type SharedWrite, searchMemories, sharedTools } from "./shared-tools.js";

type Answer = Readonly<Record<string, unknown>>;

/** A tool as it runs on this machine. */
interface LocalTool {
  readonly name: string;
  readonly effect: string;
  run(input: Input, app: SurfaceCall): Promise<unknown>;
}

type TeamCall = { readonly tool: LocalTool; readonly input: Input; readonly app: SurfaceCall; readonly remote: Remote };

interface TeamMemory {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly confidence: number;
}

/** Runs a tool on this machine, or on the team service if its records are stored there. */
export async function callWithTeam(tool: LocalTool, input: Input, app: SurfaceCall): Promise<unknown> {
  const { remote } = app;
  const sharing = sharedTools[tool.name];
  if (!sharing) return tool.run(input, app);
  if (!remote) return runWithoutRemote(tool, input, app);
  if (!remote.covers(sharing.kind)) return tool.run(input, app);
  const call = { tool, input, app, remote };
  if (sharing.way === "search") return searchBoth(call, sharing);
  if (sharing.way === "recall") return recallFromBoth(call);
  if (sharing.way === "read") return readFromEither(call);
  // A new version belongs to the side that has the old one.
  return sharing.way === "add" && input.replaces === undefined ? add(call, sharing) : callOwningSide(call);
}

/** Says so where a team service is meant, but its address cannot be used. */
async function runWithoutRemote(tool: LocalTool, input: Input, app: SurfaceCall): Promise<unknown> {
  const answer = await tool.run(input, app);
  const problem = describeInvalid(app.settings, "remote.url");
  const message = `This machine only: ${problem} Correct it with \`throughline config set remote.url\`.`;
  return problem ? { ...(answer as Answer), remote: { state: "invalid", message } } : answer;
}

/** Names that mean the same on every machine: a repository instead of its folder here. The tenant is the token's. */
async function forService(input: Input, { call, identity }: SurfaceCall): Promise<Input> {
  const { tenant_id: _, ...sent }: Record<string, unknown> = input;
  for (const name of ["project_id", "project_path"]) {
    const project = sent[name];
    if (typeof project !== "string" || project === "") continue;
    const names = await identity.projectNames(call, project);
    // The git remote comes first. Of a repository without one, only the name of its folder is sent.
    sent[name] = names.find((one) => !isAbsolute(one)) ?? basename(names[0] ?? project);
  }
  return sent;
}

async function searchBoth({ tool, input, app, remote }: TeamCall, sharing: SharedSearch): Promise<Answer> {
  const [ours, theirs] = await Promise.all([
    tool.run(input, app) as Promise<Answer>,
    searchTeam(tool.name, sharing, await forService(input, app), app, remote),
  ]);
  const records = joinLists(ours[sharing.list] as Answer[], theirs.records).slice(0, Number(input.limit ?? 100));
  // A hint says what to do where nothing was found.
  const { hint, ...others } = ours;
  const answer = {
    ...others,
    ...(hint === undefined || records.length > 0 ? {} : { hint }),
    [sharing.list]: records,
    count: records.length,
    ...("total" in ours ? { total: Number(ours.total) + theirs.total } : {}),
  };
  return withNotice(answer, theirs);
}

const withNotice = (answer: Answer, { notice }: TeamResult): Answer =>
  notice ? { ...answer, remote: notice } : answer;

/** By score if all have one; otherwise the lists alternate, the team's first. Duplicates appear once. */
function joinLists(ours: readonly Answer[], theirs: readonly Answer[]): Answer[] {
  const isScored = [...ours, ...theirs].every(({ score }) => typeof score === "number");
  const all = isScored
    ? [...theirs, ...ours].sort((a, b) => Number(b.score) - Number(a.score))
    : Array.from({ length: Math.max(ours.length, theirs.length) }, (_, i) => [theirs[i], ours[i]]).flat();
  const byText = new Map<string, Answer>();
  for (const one of all.filter((one) => one !== undefined)) {
    const key = JSON.stringify(one.title === undefined ? [one.id] : [one.title, one.content, one.solution]);
    if (!byText.has(key)) byText.set(key, one);
  }
  return [...byText.values()];
}

/** What a page or a file told the agent stays on this machine, where it waits for the person. */
async function add(call: TeamCall, { kind, defaults }: SharedWrite): Promise<unknown> {
  const { tool, input, app } = call;
  const text = `${input.title ?? ""}. ${input.content}`;
  const isForeign = kind === "memories" && (await app.foreignText.isForeign(app.call, text, String(input.kind)));
  return isForeign ? tool.run(input, app) : write({ ...call, input: { ...defaults?.(app.call), ...input } });
}

async function write({ tool, input, app, remote }: TeamCall): Promise<unknown> {
  const sent = await forService(input, app);
  const written = await remote.write(app.call, tool.name, sent);
  if (tool.effect === "deletes") await remote.copies.withdraw(app.call.tenant, String(sent.memory_id));
  if (written.kind === "answered") return written.answer;
  const message = `${remote.address} is unreachable (${written.why}). The write is queued and sent when it is reachable.`;
  // They identify the write for the caller, without its long texts.
  const short = Object.entries(sent).filter(([, value]) => typeof value !== "object" && String(value).length <= 200);
  return { ...Object.fromEntries(short), id: written.id, remote: { state: "queued", message } };
}

/** An id does not say where its record is, so this machine is asked first. */
async function runHere({ tool, input, app }: TeamCall): Promise<{ answer: unknown } | { missing: AppError }> {
  try {
    return { answer: await tool.run(input, app) };
  } catch (error) {
    if (error instanceof AppError && error.problem === "missing") return { missing: error };
    throw error;
  }
}

/** Records from before the team service was configured stay on this machine. */
async function callOwningSide(call: TeamCall): Promise<unknown> {
  const { tool, input, app, remote } = call;
  const own = await runHere(call);
  if ("answer" in own) return own.answer;
  if (tool.effect !== "reads") return write(call);
  const read = await remote.read(app.call, tool.name, await forService(input, app));
  if (read.kind === "answered") return read.answer;
  if (read.kind === "refused") throw read.error;
  throw new AppError("unavailable", `Not found on this machine, and ${remote.address} is unreachable (${read.why}).`, {
    hint: "Try again when the service is reachable; check with `throughline remote status`.",
  });
}

const snippetLength = 150;

/** Adds the team's memories to what this machine knows. The service has no index of the other kinds. */
async function recallFromBoth({ tool, input, app, remote }: TeamCall): Promise<unknown> {
  const { kinds = [], limit = 8, project } = input as { kinds?: readonly string[]; limit?: number; project?: string };
  const query = String(input.query ?? "");
  const isAboutMemories = kinds.length === 0 || kinds.includes("memory");
  if (!isAboutMemories || query.trim() === "") return tool.run(input, app);
  const here = project && project !== "all" ? project : app.call.folder;
  const sent = { query, limit, ...(await forService({ project_id: here }, app)) };
  const [own, theirs] = await Promise.all([
    tool.run(input, app) as Promise<Answer & { readonly hits: readonly { readonly id: string }[] }>,
    searchTeam("memory_search", searchMemories, sent, app, remote),
  ]);
  const known = new Set(own.hits.map(({ id }) => id));
  const added = toHits(query, theirs.records as unknown as TeamMemory[]).filter(({ id }) => !known.has(id));
  return withNotice({ ...own, hits: [...own.hits, ...added], found: Number(own.found) + added.length }, theirs);
}

function toHits(query: string, memories: readonly TeamMemory[]) {
  const scores = new Map(rankTexts(query, memories, textOf).map(({ item, score }) => [item, score]));
  return memories.map((memory) => ({
    id: `memory/${memory.id}`,
    kind: "memory",
    title: memory.title,
    confidence: memory.confidence,
    snippet: memory.content.replace(/\s+/g, " ").slice(0, snippetLength),
    project: "team",
    // Of its words: the service does not say how it ranked.
    score: scores.get(memory) ?? 0,
  }));
}

async function readFromEither(call: TeamCall): Promise<unknown> {
  const { input, app, remote } = call;
  const own = await runHere(call);
  if ("answer" in own) return own.answer;
  const [id] = /mem_\w+$/.exec(String(input.id)) ?? [];
  if (id === undefined) throw own.missing;
  const read = await remote.read(app.call, "memory_get", { memory_id: id });
  const copies = read.kind === "answered" ? [] : await remote.copies.list(app.call.tenant);
  const copied = { memory: copies.flatMap(({ records }) => records).find((one) => one.id === id) };
  const { memory } = (read.kind === "answered" ? read.answer : copied) as { memory?: TeamMemory };
  if (!memory) throw own.missing;
  return { id: input.id, kind: "memory", title: memory.title, project: "team", text: memory.content };
}
