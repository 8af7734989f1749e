import { basename, isAbsolute } from "node:path";
import { AppError } from "../base/errors.js";
import { joinLists } from "../domain/remote/join-lists.js";
import type { Remote } from "../domain/remote/remote.js";
import type { SurfaceCall } from "../domain/surface-app.js";
import type { Tool } from "../tools/define-tool.js";
import { type Sharing, sharedTools } from "../tools/shared-tools.js";

type Input = Record<string, unknown>;
type Answer = Readonly<Record<string, unknown>>;

/** Runs a tool on this machine, or on the team's service where the settings say so. */
export async function routeCall(tool: Tool, input: Input, app: SurfaceCall): Promise<unknown> {
  const { remote } = app;
  const sharing = sharedTools[tool.name];
  if (!remote || !sharing || !remote.covers(sharing.kind)) return tool.run(input, app);
  const sent = await forService(input, app);
  if (sharing.way === "search") return searchBoth(tool, sharing, input, sent, app, remote);
  if (sharing.way === "add") return write(tool, sent, app, remote);
  return whoeverHasIt(tool, input, sent, app, remote);
}

/** Names that mean the same on every machine: a repository instead of its folder here. The tenant is the token's. */
async function forService(input: Input, { call, identity }: SurfaceCall): Promise<Input> {
  const { tenant_id: _, ...sent } = input;
  for (const name of ["project_id", "project_path"]) {
    const given = sent[name];
    if (typeof given !== "string" || given === "") continue;
    const names = await identity.projectNames(call, given);
    // The remote comes first; a repository without one is known by its folder, of which only the name travels.
    sent[name] = names.find((one) => !isAbsolute(one)) ?? basename(names[0] ?? given);
  }
  return sent;
}

async function searchBoth(
  tool: Tool,
  { list }: Extract<Sharing, { way: "search" }>,
  input: Input,
  sent: Input,
  app: SurfaceCall,
  remote: Remote,
): Promise<Answer> {
  const [ours, theirs] = await Promise.all([
    tool.run(input, app) as Promise<Answer>,
    remote.read(app.call, tool.name, sent),
  ]);
  if (theirs.kind === "answered") return joinLists(list, ours, theirs.answer as Answer, Number(input.limit ?? 100));
  const why = theirs.kind === "unreachable" ? theirs.why : theirs.error.message;
  const message = `Only what is on this machine: ${remote.address} is ${theirs.kind} (${why}).`;
  return { ...ours, remote: { state: theirs.kind, message } };
}

async function write(tool: Tool, sent: Input, app: SurfaceCall, remote: Remote): Promise<unknown> {
  const written = await remote.write(app.call, tool.name, sent);
  if (written.kind === "answered") return written.answer;
  const message = `${remote.address} is unreachable (${written.why}). The write is kept and sent as soon as it answers.`;
  return { ...shortFields(sent), id: written.id, remote: { state: "queued", message } };
}

/** What tells the caller which write it was; a long text is not said back. */
const shortFields = (sent: Input): Input =>
  Object.fromEntries(
    Object.entries(sent).filter(([, value]) => typeof value !== "object" && String(value).length <= 200),
  );

/** A record kept here before the team's service was used stays here; ids never say which side has it. */
async function whoeverHasIt(tool: Tool, input: Input, sent: Input, app: SurfaceCall, remote: Remote): Promise<unknown> {
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
