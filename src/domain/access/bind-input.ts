import { AppError } from "../../base/errors.js";
import type { Effect, Principal } from "./principal.js";

/** A tool's input fields and its effect: the token decides the tenant and the team. */
type Bindable = { readonly fields: readonly string[]; readonly effect: Effect };

type Input = Readonly<Record<string, unknown>>;

/**
 * The input with the tenant of the token. A different tenant is rejected instead of
 * replaced, because the caller is mistaken or attempts to cross tenants.
 */
export function bindInput(raw: unknown, { fields, effect }: Bindable, principal: Principal): unknown {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
  const input = raw as Input;
  // Checked also where a tool has no such field: answering would look as if the rows were the other tenant's.
  const { tenant } = principal;
  refuseOtherTenant(input.tenant_id, tenant, "Omit tenant_id, or use a token of that tenant.");
  return {
    ...input,
    ...(fields.includes("tenant_id") ? { tenant_id: tenant } : {}),
    ...(fields.includes("team_id") ? bindTeam(input.team_id, effect, principal) : {}),
  };
}

export function refuseOtherTenant(value: unknown, tenant: string, hint: string): void {
  if (value === undefined || (typeof value === "string" && value.trim() === tenant)) return;
  throw new AppError("forbidden", "tenant_id differs from the tenant of the caller.", {
    hint,
    details: { field: "tenant_id" },
  });
}

/** Members of exactly one team read its fixes without naming it; only administrators may name another team. */
function bindTeam(value: unknown, effect: Effect, { teams, role }: Principal): Input {
  if (value === undefined || value === "") return effect === "reads" && teams.length === 1 ? { team_id: teams[0] } : {};
  if (role === "admin" || teams.some((team) => team === value)) return { team_id: value };
  throw new AppError("forbidden", "The token does not belong to that team.", {
    hint: teams.length > 0 ? `Its teams are: ${teams.join(", ")}.` : "The token has no teams.",
    details: { field: "team_id" },
  });
}
