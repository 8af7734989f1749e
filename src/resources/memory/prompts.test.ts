import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { toolNamed } from "../../../test/support/tool-named.js";
import { handover } from "../context/prompts.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const as = (caller: string): TestApp => ({ ...app, call: { ...app.call, caller } });
const save = (caller: string, name: string, context: string) =>
  toolNamed("checkpoint_save").run(
    toolNamed("checkpoint_save").input.parse({
      session_id: "s1",
      project_path: app.folder,
      name,
      summary: name,
      context,
    }),
    as(caller),
  );

describe("the handover prompt", () => {
  it("says how to save a checkpoint when there is none", async () => {
    const text = await handover.render(app);
    expect(text).toContain("No checkpoint of this project is saved.");
    expect(text).toContain("checkpoint_save");
    expect(text).toContain("Leave out `tenant_id`");
  });

  it("gives another agent what the first one saved, without a tenant", async () => {
    await save("claude-code", "Importer", "Goal: the importer. Next: the exporter.");
    const text = await handover.render(as("codex"));
    expect(text).toContain("Importer");
    expect(text).toContain("Next: the exporter.");
    expect(text).toContain("check the files before relying on it");
  });

  it("gives the last checkpoint of this project, not another's", async () => {
    await save("claude-code", "First", "the first state");
    await save("gemini", "Second", "the second state");
    const text = await handover.render(app);
    expect(text).toContain("the second state");
    expect(text).not.toContain("the first state");
  });
});
