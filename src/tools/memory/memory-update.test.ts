import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";

describe("memory_update", () => {
  let app: TestApp;
  let call: ReturnType<typeof callAs>;
  let id: unknown;
  beforeEach(async () => {
    app = await testApp();
    call = callAs(app);
    const lesson = { project_id: "shop", title: "Deploy on Mondays", content: "It is calm then.", outcome: "success" };
    id = (await call("memory_record", lesson)).id;
  });
  afterEach(() => app.remove());

  const search = async (query: string) => {
    const { memories } = await call("memory_search", { project_id: "shop", query });
    return (memories as { id: string }[]).map((one) => one.id);
  };

  it("turns a new text into a memory that supersedes the old one, with its confidence and history", async () => {
    await call("memory_feedback", { memory_id: id, helpful: true });
    const changed = await call("memory_update", { memory_id: id, content: "Deploy on Tuesdays, after the backup." });
    expect(changed).toMatchObject({ confidence: 0.6, supersedes: id });
    expect(await search("deploy")).toEqual([changed.id]);
    expect(await call("memory_get", { memory_id: changed.id })).toMatchObject({
      history: [{ id, state: "superseded" }],
    });
    expect((await call("memory_get", { memory_id: id })).memory).toMatchObject({ superseded_by: changed.id });
  });

  it("refuses to correct a superseded memory, and names its successor", async () => {
    const newer = await call("memory_update", { memory_id: id, content: "On Tuesdays." });
    await expect(call("memory_update", { memory_id: id, content: "On Fridays." })).rejects.toMatchObject({
      code: "CONFLICT",
      hint: expect.stringContaining(String(newer.id)),
    });
  });

  it("hides a rejected memory from search until it is accepted again", async () => {
    await call("memory_update", { memory_id: id, state: "rejected" });
    expect(await search("deploy mondays")).toEqual([]);
    await call("memory_update", { memory_id: id, state: "candidate" });
    expect(await search("deploy mondays")).toEqual([id]);
  });
});
