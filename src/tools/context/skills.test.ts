import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { verifyEntry } from "../../domain/context/entry-facts.js";

describe("context_add_skill", () => {
  const { call } = onSeededStore("context_add_skill");

  it("names the folder after the skill", async () => {
    expect(await call({ name: "Deploy It", description: "d", instructions: "i" })).toMatchObject({
      status: "ok",
      name: "deploy-it",
    });
  });

  it("refuses a name that leads out of the store", async () => {
    expect(await call({ name: "../../evil", description: "d", instructions: "i" })).toMatchObject({ name: "evil" });
  });
});

describe("context_get_skill", () => {
  const { call } = onSeededStore("context_get_skill");

  it("answers the whole file", async () => {
    expect(await call({ name: "run-tests" })).toMatchObject({
      description: "Run the tests",
      content: expect.stringMatching(/^---\nname: run-tests\n/),
    });
  });

  it("names the skill that does not exist", async () => {
    await expect(call({ name: "none" })).rejects.toThrow("Skill 'none' not found");
  });
});

describe("context_list_skills", () => {
  const { call, app } = onSeededStore("context_list_skills");

  it("flags the skills that need attention", async () => {
    expect(await call()).toMatchObject([
      { name: "run-tests", description: "Run the tests", scope: "public", needs_attention: false },
    ]);
  });

  it("answers owner and last verification", async () => {
    const project = await app().context.open(app().call);
    const { verified_at } = await verifyEntry(project, { entryType: "skill", key: "run-tests", owner: "ada" });
    expect(await call()).toMatchObject([{ name: "run-tests", owner: "ada", verified_at }]);
  });
});

describe("context_remove_skill", () => {
  const { app, call } = onSeededStore("context_remove_skill");

  it("removes its records and proposals too", async () => {
    expect(await call({ name: "run-tests" })).toEqual({ status: "removed", name: "run-tests" });
    const project = await app().context.open(app().call);
    expect(await project.proposals.list("run-tests")).toEqual([]);
    expect(await call({ name: "run-tests" })).toMatchObject({ status: "not_found" });
  });
});
