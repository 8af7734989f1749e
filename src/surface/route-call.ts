import { basename, isAbsolute } from "node:path";
import { AppError } from "../base/errors.js";
import { describeInvalid } from "../base/resolve-settings.js";
import { joinLists } from "../domain/remote/join-lists.js";
import type { Remote } from "../domain/remote/remote.js";
import type { SurfaceCall } from "../domain/surface-app.js";
import type { Tool } from "../tools/define-tool.js";
import { type Sharing, sharedTools } from "../tools/shared-tools.js";
import { isRecall, recallFromBoth } from "./recall-from-both.js";
import { searchTeam } from "./search-team.js";

type Input = Record<string, unknown>;
type Answer = Readonly<Record<string, unknown>>;

/** Runs a tool on this machine, or on the team service if the settings say so. */
export async function routeCall(tool: Tool, input: Input, app: SurfaceCall): Promise<unknown> {
  const { remote } = app;
  if (remote?.covers("memories") && isRecall(tool.name)) return recallFromBoth(tool, input, app, remote, forService);
  const sharing = sharedTools[tool.name];
  if (sharing && !remote) return runWithoutRemote(tool, input, app);
  if (!remote || !sharing || !remote.covers(sharing.kind)) return tool.run(input, app);
  const sent = await forService(input, app);
  if (sharing.way === "search") return searchBoth(tool, sharing, input, sent, app, remote);
  if (sharing.way === "add") return write(tool, sent, app, remote);
  return callOwningSide(tool, input, sent, app, remote);
}

/** Says so where a team service is meant, but its address cannot be used. */
async function runWithoutRemote(tool: Tool, input: Input, app: SurfaceCall): Promise<unknown> {
  const answer = await tool.run(input, app);
  const problem = describeInvalid(app.settings, "remote.url");
  const message = `This machine only: ${problem} Correct it with \`throughline config set remote.url\`.`;
  return problem ? { ...(answer as Answer), remote: { state: "invalid", message } } : answer;
}

/** Names that mean the same on every machine: a repository instead of its folder here. The tenant is the token's. */
async function forService(input: Input, { call, identity }: SurfaceCall): Promise<Input> {
  const { tenant_id: _, ...sent } = input;
  for (const name of ["project_id", "project_path"]) {
    const project = sent[name];
    if (typeof project !== "string" || project === "") continue;
    const names = await identity.projectNames(call, project);
    // The git remote comes first. Of a repository without one, only the name of its folder is sent.
    sent[name] = names.find((one) => !isAbsolute(one)) ?? basename(names[0] ?? project);
  }
  return sent;
}

async function searchBoth(
  tool: Tool,
  sharing: Extract<Sharing, { way: "search" }>,
  input: Input,
  sent: Input,
  app: SurfaceCall,
  remote: Remote,
): Promise<Answer> {
  const [local, { found, notice }] = await Promise.all([
    tool.run(input, app) as Promise<Answer>,
    searchTeam(tool.name, sharing, sent, app, remote),
  ]);
  const joined = joinLists(sharing.list, local, found, Number(input.limit ?? 100));
  return notice ? { ...joined, remote: notice } : joined;
}

async function write(tool: Tool, sent: Input, app: SurfaceCall, remote: Remote): Promise<unknown> {
  const written = await remote.write(app.call, tool.name, sent);
  if (tool.name === "memory_forget") await remote.copies.withdraw(app.call.tenant, String(sent.memory_id));
  if (written.kind === "answered") return written.answer;
  const message = `${remote.address} is unreachable (${written.why}). The write is queued and sent when it is reachable.`;
  return { ...shortFields(sent), id: written.id, remote: { state: "queued", message } };
}

/** Identifies the write for the caller, without its long texts. */
const shortFields = (sent: Input): Input =>
  Object.fromEntries(
    Object.entries(sent).filter(([, value]) => typeof value !== "object" && String(value).length <= 200),
  );

/** Records from before the team service was configured stay on this machine; an id does not say where its record is. */
async function callOwningSide(
  tool: Tool,
  input: Input,
  sent: Input,
  app: SurfaceCall,
  remote: Remote,
): Promise<unknown> {
  try {
    return await tool.run(input, app);
  } catch (error) {
    if (!(error instanceof AppError && error.problem === "missing")) throw error;
  }
  if (tool.effect !== "reads") return write(tool, sent, app, remote);
  const read = await remote.read(app.call, tool.name, sent);
  if (read.kind === "answered") return read.answer;
  if (read.kind === "refused") throw read.error;
  throw new AppError("unavailable", `Not found on this machine, and ${remote.address} is unreachable (${read.why}).`, {
    hint: "Try again when the service is reachable; check with `throughline remote status`.",
  });
}
