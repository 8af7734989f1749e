import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bindInput } from "./bind-input.js";
import type { Principal } from "./principal.js";

const ada: Principal = { tenant: "acme", user: "ada", role: "write", teams: ["core"], credential: "tok_1" };
const tool = { fields: ["tenant_id", "team_id", "query"], effect: "reads" } as const;

describe("bindInput", () => {
  it("fills in the tenant of the token when the input names none", () => {
    expect(bindInput({ query: "q" }, tool, ada)).toEqual({ query: "q", tenant_id: "acme", team_id: "core" });
  });

  it("rejects any input that names another tenant", () => {
    const strange = fc.oneof(fc.string(), fc.constantFrom("ACME", "acme\0", "acme'--", "*", "%"), fc.jsonValue());
    fc.assert(
      fc.property(strange, (tenant_id) => {
        fc.pre(!(typeof tenant_id === "string" && tenant_id.trim() === "acme"));
        expect(() => bindInput({ tenant_id }, tool, ada)).toThrow(expect.objectContaining({ code: "UNAUTHORIZED" }));
      }),
    );
  });

  it("rejects another tenant also where the tool has no such field", () => {
    const bare = { fields: ["query"], effect: "reads" } as const;
    expect(() => bindInput({ query: "q", tenant_id: "globex" }, bare, ada)).toThrow("differs from the tenant");
  });

  it("adds no field that the tool lacks", () => {
    expect(bindInput({ a: 1 }, { fields: ["a"], effect: "reads" }, ada)).toEqual({ a: 1 });
  });

  it("leaves values that are not objects to the schema", () => {
    for (const raw of [null, "x", [1]]) expect(bindInput(raw, tool, ada)).toBe(raw);
  });

  it("lets only members and administrators name a team", () => {
    expect(() => bindInput({ team_id: "web" }, tool, ada)).toThrow("does not belong to that team");
    expect(bindInput({ team_id: "web" }, tool, { ...ada, role: "admin" })).toMatchObject({ team_id: "web" });
  });

  it("adds no team for members of several teams, nor to writes", () => {
    expect(bindInput({}, tool, { ...ada, teams: ["core", "web"] })).not.toHaveProperty("team_id");
    expect(bindInput({}, { ...tool, effect: "adds" }, ada)).not.toHaveProperty("team_id");
  });
});
