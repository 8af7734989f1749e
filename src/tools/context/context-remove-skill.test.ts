import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextRemoveSkill } from "./context-remove-skill.js";

describe("context_remove_skill", () => {
  const { app, call } = onSeededStore(contextRemoveSkill);

  it("removes its records and proposals too", async () => {
    expect(await call({ name: "run-tests" })).toEqual({ status: "removed", name: "run-tests" });
    const project = await app().context.open(app().call);
    expect(await project.proposals.list("run-tests")).toEqual([]);
    expect(await call({ name: "run-tests" })).toMatchObject({ status: "not_found" });
  });
});
