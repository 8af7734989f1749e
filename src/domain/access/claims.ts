import type { Settings } from "../../base/settings.js";
import type { Claims } from "../../engine/token-verifier.js";
import { isName, type Principal, roles } from "./principal.js";

export type ClaimSettings = Pick<
  Settings,
  "service.scopePrefix" | "service.tenantClaim" | "service.tenant" | "service.userClaim" | "service.teamsClaim"
>;

/** The principal of an access token, or why its claims are not enough. */
export function principalOfClaims(
  claims: Claims,
  settings: ClaimSettings,
): Principal | { readonly refused: string; readonly lacksScope: boolean } {
  // Authorization servers write scopes as one text or, in `scp`, as a list.
  const scopes = [...toList(claims.scope), ...toList(claims.scp)];
  const role = roles.findLast((one) => scopes.includes(`${settings["service.scopePrefix"]}${one}`));
  if (!role) return { refused: "it has none of this service's scopes", lacksScope: true };
  const tenant = claims[settings["service.tenantClaim"]] ?? settings["service.tenant"];
  const user = claims[settings["service.userClaim"]];
  if (typeof tenant !== "string" || !isName(tenant)) return lacking(settings["service.tenantClaim"]);
  if (typeof user !== "string" || !isName(user)) return lacking(settings["service.userClaim"]);
  const teams = toList(claims[settings["service.teamsClaim"]]).filter(isName);
  return { tenant, user, role, teams, credential: "oauth" };
}

const lacking = (claim: string) => ({ refused: `its claim ${claim} is not a valid name`, lacksScope: false });

function toList(value: unknown): string[] {
  if (typeof value === "string") return value.split(/[\s,]+/).filter(Boolean);
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
