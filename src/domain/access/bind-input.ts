import { AppError } from "../../base/errors.js";
import type { Effect, Principal } from "./principal.js";

/** Names of the inputs that a token decides, where a tool has them. */
export interface Bindable {
  readonly fields: readonly string[];
  readonly effect: Effect;
}

type Input = Readonly<Record<string, unknown>>;

/**
 * The input with the tenant of the token, whatever the caller left out. A tenant that differs is refused instead of being
 * replaced: who names another tenant is mistaken or trying.
 */
export function bindInput(raw: unknown, { fields, effect }: Bindable, principal: Principal): unknown {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
  const input = raw as Input;
  return {
    ...input,
    ...(fields.includes("tenant_id") ? { tenant_id: boundTenant(input.tenant_id, principal) } : {}),
    ...(fields.includes("team_id") ? boundTeam(input.team_id, effect, principal) : {}),
  };
}

function boundTenant(given: unknown, { tenant }: Principal): string {
  if (given === undefined || (typeof given === "string" && given.trim() === tenant)) return tenant;
  throw new AppError("forbidden", "tenant_id differs from the tenant of the token.", {
    hint: "Omit tenant_id, or use a token of that tenant.",
    details: { field: "tenant_id" },
  });
}

/** Members see their team's fixes without naming it, if there is but one; nobody names a team that is not theirs. */
function boundTeam(given: unknown, effect: Effect, { teams, role }: Principal): Input {
  if (given === undefined || given === "") {
    return effect === "reads" && teams.length === 1 ? { team_id: teams[0] } : {};
  }
  if (role === "admin" || teams.some((one) => one === given)) return { team_id: given };
  throw new AppError("forbidden", "The token does not belong to that team.", {
    hint: teams.length > 0 ? `Its teams are: ${teams.join(", ")}.` : "The token has no teams.",
    details: { field: "team_id" },
  });
}
