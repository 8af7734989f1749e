import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { toolNamed } from "../../../test/support/tool-named.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const save = (tenant?: string) =>
  toolNamed("checkpoint_save").run(
    toolNamed("checkpoint_save").input.parse({
      session_id: "s1",
      project_path: app.folder,
      summary: "state",
      context: "state",
      ...(tenant === undefined ? {} : { tenant_id: tenant }),
    }),
    app,
  );
const list = (tenant?: string) =>
  toolNamed("checkpoint_list").run(
    toolNamed("checkpoint_list").input.parse(tenant === undefined ? {} : { tenant_id: tenant }),
    app,
  );

describe("a guessed tenant", () => {
  it("is named in an empty answer, with what the account's own tenant has", async () => {
    await save();
    const answer = JSON.stringify(await list("codex"));
    expect(answer).toContain("codex");
    expect(answer).toMatch(/own|tenant_id/);
    expect(await list()).toMatchObject({ count: 1 });
  });

  it("stays apart from others when it was meant", async () => {
    await save("claude");
    expect(await list("claude")).toMatchObject({ count: 1 });
    expect(await list("codex")).toMatchObject({ count: 0 });
  });
});
