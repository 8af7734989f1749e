import { AppError } from "../../../base/errors.js";
import { describeGuard } from "../../../domain/guards/guard-text.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import type { RuleDetail } from "../api-types.js";
import { get, post } from "./define-route.js";

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
  /** A line of a convention, with its guards in plain words. */
  get<RuleDetail>("/api/rules/:id", "reads", async (request, app) => {
    const rule = (await app.guards.list(app.call)).find(({ id }) => id === request.param("id"));
    if (!rule) throw new AppError("missing", "No convention has this line now.");
    const { id, title, content, source } = rule;
    return { id, title, content, source, guards: rule.guards.map((one) => ({ ...one, about: describeGuard(one) })) };
  }),

  post<{ id: string }>("/api/memories/:id/decide", "owner", async (request, app) => {
    const [id, name] = [request.param("id"), String((await request.body()).decision)];
    const decide = Object.hasOwn(decisions, name) ? decisions[name] : undefined;
    if (!decide)
      throw new AppError("invalid", `There is no such decision: ${name}.`, { hint: Object.keys(decisions).join(", ") });
    await decide(app, id);
    return { id };
  }),
];
