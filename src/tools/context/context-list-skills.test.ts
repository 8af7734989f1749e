import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { verifyEntry } from "../../domain/context/entry-facts.js";
import { contextListSkills } from "./context-list-skills.js";

describe("context_list_skills", () => {
  const { call, app } = onSeededStore(contextListSkills);

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
