import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bindInput } from "./bind-input.js";
import type { Principal } from "./principal.js";

const ada: Principal = { tenant: "acme", user: "ada", role: "write", teams: ["core"], credential: "tok_1" };
const all = { fields: ["tenant_id", "team_id", "query"], effect: "reads" } as const;

describe("bindInput", () => {
  it("gives the tenant of the token to whoever names none", () => {
    expect(bindInput({ query: "q" }, all, ada)).toEqual({ query: "q", tenant_id: "acme", team_id: "core" });
  });

  it("lets no input through that names another tenant, whatever it looks like", () => {
    const strange = fc.oneof(fc.string(), fc.constantFrom("ACME", "acme\0", "acme'--", "*", "%"), fc.jsonValue());
    fc.assert(
      fc.property(strange, (tenant_id) => {
        fc.pre(!(typeof tenant_id === "string" && tenant_id.trim() === "acme"));
        expect(() => bindInput({ tenant_id }, all, ada)).toThrow(expect.objectContaining({ code: "UNAUTHORIZED" }));
      }),
    );
  });

  it("adds nothing that the tool does not have", () => {
    expect(bindInput({ a: 1 }, { fields: ["a"], effect: "reads" }, ada)).toEqual({ a: 1 });
  });

  it("leaves what is no object to the schema", () => {
    for (const raw of [null, "x", [1]]) expect(bindInput(raw, all, ada)).toBe(raw);
  });

  it("lets only members and administrators name a team", () => {
    expect(() => bindInput({ team_id: "web" }, all, ada)).toThrow("does not belong to that team");
    expect(bindInput({ team_id: "web" }, all, { ...ada, role: "admin" })).toMatchObject({ team_id: "web" });
  });

  it("names no team for who has several, nor in what is written", () => {
    expect(bindInput({}, all, { ...ada, teams: ["core", "web"] })).not.toHaveProperty("team_id");
    expect(bindInput({}, { ...all, effect: "adds" }, ada)).not.toHaveProperty("team_id");
  });
});
