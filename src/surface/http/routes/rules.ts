import { AppError } from "../../../base/errors.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import { post } from "./define-route.js";

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

export const ruleRoutes = [
  post<{ id: string }>("/api/memories/:id/decide", "owner", async (request, app) => {
    const [id, name] = [request.param("id"), String((await request.body()).decision)];
    const decide = Object.hasOwn(decisions, name) ? decisions[name] : undefined;
    if (!decide)
      throw new AppError("invalid", `There is no such decision: ${name}.`, { hint: Object.keys(decisions).join(", ") });
    await decide(app, id);
    return { id };
  }),
];
