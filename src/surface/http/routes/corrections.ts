import { AppError } from "../../../base/errors.js";
import { changeDecision, requireDecision } from "../../../domain/context/shown-decision.js";
import { reopenConflict } from "../../../domain/context/sync/pending-merge.js";
import { type Asked, defineRoute } from "./define-route.js";

/** A decision's whole file, as a person edits it. */
export const decisionTextRoute = defineRoute<{ text: string }>({
  method: "GET",
  path: "/api/context/decisions/:id",
  run: async (asked, app) => ({
    text: (await requireDecision(await app.context.open(app.call), asked.part("id"))).raw,
  }),
});

export const rewriteDecisionRoute = defineRoute<{ id: number }>({
  method: "POST",
  path: "/api/context/decisions/:id",

  async run(asked, app) {
    const project = await app.context.open(app.call);
    const text = await textIn(asked, "text");
    return changeDecision(project, asked.part("id"), (one) => project.decisions.rewrite(one, text)).then(numberOf);
  },
});

/** Takes back a decision that was recorded by mistake; one that no longer holds is marked instead. */
export const removeDecisionRoute = defineRoute<{ id: number }>({
  method: "POST",
  path: "/api/context/decisions/:id/remove",

  async run(asked, app) {
    const project = await app.context.open(app.call);
    return changeDecision(project, asked.part("id"), (one) => project.decisions.remove(one)).then(numberOf);
  },
});

/** Takes back the resolution of a file in conflict. */
export const reopenConflictRoute = defineRoute<object>({
  method: "POST",
  path: "/api/context/conflicts/reopen",
  run: async (asked, app) => reopenConflict(await app.context.open(app.call), await textIn(asked, "file_path")),
});

const numberOf = ({ id }: { readonly id: number }) => ({ id });

async function textIn(asked: Asked, name: string): Promise<string> {
  const value = (await asked.body())[name];
  if (typeof value === "string" && value.trim() !== "") return value;
  throw new AppError("invalid", `The field ${name} is missing or empty.`);
}
