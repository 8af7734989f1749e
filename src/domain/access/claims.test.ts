import { describe, expect, it } from "vitest";
import { resolveSettings } from "../../base/resolve-settings.js";
import { principalOfClaims } from "./claims.js";

const settings = resolveSettings([]).values;
const claims = { sub: "ada", tenant: "acme", scope: "openid throughline:read throughline:write", teams: ["core"] };

describe("principalOfClaims", () => {
  it("reads tenant, person, teams and the highest role", () => {
    expect(principalOfClaims(claims, settings)).toEqual({
      tenant: "acme",
      user: "ada",
      role: "write",
      teams: ["core"],
      credential: "oauth",
    });
  });

  it("reads scopes and teams however the authorization server writes them", () => {
    const principal = principalOfClaims(
      { ...claims, scope: undefined, scp: ["throughline:admin"], teams: "a b" },
      settings,
    );
    expect(principal).toMatchObject({ role: "admin", teams: ["a", "b"] });
  });

  it.each([
    ["no scope of ours", { scope: "throughline:reading read" }, true],
    ["no tenant", { tenant: undefined }, false],
    ["a tenant that is not a string", { tenant: ["acme"] }, false],
    ["a tenant that is blank", { tenant: " " }, false],
    ["no person", { sub: undefined }, false],
  ])("refuses a token with %s", (_, changes, lacksScope) => {
    expect(principalOfClaims({ ...claims, ...changes }, settings)).toMatchObject({
      refused: expect.any(String),
      lacksScope,
    });
  });

  it("uses the tenant of the settings where tokens name none", () => {
    const one = { ...settings, "service.tenant": "acme" };
    expect(principalOfClaims({ ...claims, tenant: undefined }, one)).toMatchObject({ tenant: "acme" });
  });
});
