import { AppError } from "../../../base/errors.js";
import { changeDecision, requireDecision } from "../../../domain/context/decisions.js";
import { undoOverruled } from "../../../domain/context/sync/overruled.js";
import { reopenConflict } from "../../../domain/context/sync/pending-merge.js";
import type { OverruledText } from "../api-types.js";
import { get, post, type RouteRequest } from "./define-route.js";

export const correctionRoutes = [
  /** A decision's file, as edited on the page. */
  get<{ text: string }>("/api/context/decisions/:id", "owner", async (request, app) => ({
    text: (await requireDecision(await app.context.open(app.call), request.param("id"))).raw,
  })),

  post<{ id: number }>("/api/context/decisions/:id", "owner", async (request, app) => {
    const project = await app.context.open(app.call);
    const text = await textIn(request, "text");
    return changeDecision(project, request.param("id"), (one) => project.decisions.rewrite(one, text)).then(numberOf);
  }),

  /** Removes a decision that was recorded by mistake; an outdated one changes its status instead. */
  post<{ id: number }>("/api/context/decisions/:id/remove", "owner", async (request, app) => {
    const project = await app.context.open(app.call);
    const removed = await changeDecision(project, request.param("id"), (one) => project.decisions.remove(one));
    await app.forgetContext(app.call, [JSON.stringify(removed)]);
    return numberOf(removed);
  }),

  /** Undoes the resolution of a file in conflict. */
  post<object>("/api/context/conflicts/reopen", "owner", async (request, app) =>
    reopenConflict(await app.context.open(app.call), await textIn(request, "file_path")),
  ),

  /** The versions that merges decided against, newest first. */
  get<{ overruled: OverruledText[] }>("/api/context/overruled", "owner", async (_, app) => ({
    overruled: (await (await app.context.open(app.call)).overruled.list()).toReversed(),
  })),

  /** Restores one of them; the same call again reverts that. */
  post<object>("/api/context/overruled/restore", "owner", async (request, app) => {
    const version = { merge: await textIn(request, "merge"), file_path: await textIn(request, "file_path") };
    const { files } = await undoOverruled(await app.context.open(app.call), version);
    if (Array.isArray(files) && files.length > 0) return { files };
    throw new AppError("conflict", `${version.file_path} was edited since, in the same places.`, {
      hint: "Copy what you need from the version shown here.",
    });
  }),
];

const numberOf = ({ id }: { readonly id: number }) => ({ id });

async function textIn(request: RouteRequest, name: string): Promise<string> {
  const value = (await request.body())[name];
  if (typeof value === "string" && value.trim() !== "") return value;
  throw new AppError("invalid", `The field ${name} is missing or empty.`);
}
