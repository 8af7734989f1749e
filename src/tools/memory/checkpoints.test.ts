import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { shortId } from "../../base/ids.js";

describe("checkpoints", () => {
  let app: TestApp;
  let call: ReturnType<typeof callAs>;
  beforeEach(async () => {
    app = await testApp();
    call = callAs(app);
  });
  afterEach(() => app.remove());

  const save = (more: object = {}) =>
    call("checkpoint_save", {
      session_id: "s1",
      tenant_id: "t1",
      project_path: "/work/shop",
      summary: "Auth works",
      ...more,
    });
  const list = async (more: object = {}) => {
    const { checkpoints } = await call("checkpoint_list", { tenant_id: "t1", ...more });
    return (checkpoints as { summary: string }[]).map(({ summary }) => summary);
  };

  it("are listed newest first, and filters combine", async () => {
    await save({ summary: "one" });
    await save({ summary: "two", session_id: "s2", auto_created: true });
    await save({ summary: "three", session_id: "s2", project_path: "/work/web" });
    expect(await list()).toEqual(["three", "two", "one"]);
    expect(await list({ session_id: "s2" })).toEqual(["three", "two"]);
    expect(await list({ session_id: "s2", project_path: "/work/shop" })).toEqual(["two"]);
    expect(await list({ session_id: "s2", auto_only: true })).toEqual(["two"]);
    expect(await call("checkpoint_list", { tenant_id: "t1", limit: 1 })).toMatchObject({ count: 1, total: 3 });
  });

  it("are refused when they are empty", async () => {
    await expect(save({ summary: " " })).rejects.toThrow("The checkpoint is empty.");
    expect(await list()).toEqual([]);
    expect(await save({ summary: "", full_state: "{}" })).toHaveProperty("id");
  });

  it("need no ids: they belong to the session, the project and the person of the call", async () => {
    await call("checkpoint_save", { summary: "half done" });
    const { checkpoints } = await call("checkpoint_list", {});
    expect(checkpoints).toMatchObject([{ summary: "half done", project_path: app.folder }]);
  });

  it("are resumed by the beginning of their id, or the newest of this project by none", async () => {
    await expect(call("checkpoint_resume", {})).rejects.toThrow("No checkpoint was saved in this project.");
    const { id } = await call("checkpoint_save", { summary: "half done", project_path: app.folder });
    const half = { checkpoint_id: id, content: expect.stringContaining("half done"), level: "context" };
    expect(await call("checkpoint_resume", { checkpoint_id: shortId(String(id)) })).toMatchObject(half);
    await call("checkpoint_save", { summary: "elsewhere", project_path: "/work/web" });
    expect(await call("checkpoint_resume", {})).toMatchObject(half);
    await expect(call("checkpoint_resume", { checkpoint_id: "cp_0" })).rejects.toThrow("beginning of several ids");
  });

  it("store the caller's token count, or an estimate", async () => {
    expect(await save({ token_count: 45_000 })).toMatchObject({ token_count: 45_000 });
    expect(Number((await save({ context: "JWT in cookies" })).token_count)).toBeGreaterThan(3);
  });

  it("include the previous level in each level, and count the returned tokens", async () => {
    const { id } = await save({ context: "JWT in cookies", full_state: '{"open":["a.ts"]}', token_count: 9 });
    const at = (level: string) => call("checkpoint_resume", { checkpoint_id: id, tenant_id: "t1", level });
    expect(await at("summary")).toMatchObject({ content: "Auth works", session_id: "s1", level: "summary" });
    expect((await at("context")).content).toBe("Auth works\n\nJWT in cookies");
    const full = await at("full");
    expect(full.content).toBe('Auth works\n\nJWT in cookies\n\n{"open":["a.ts"]}');
    expect(Number(full.token_count)).toBeGreaterThan(Number((await at("context")).token_count));
    await expect(at("everything")).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("compare two states, key by key if they are JSON", async () => {
    const from = await save({ full_state: '{"open":["a.ts"],"todo":2}' });
    const to = await save({ full_state: '{"open":["a.ts"],"todo":1}', summary: "Auth tested" });
    const { diff } = await call("checkpoint_diff", { from_id: from.id, to_id: to.id, tenant_id: "t1" });
    expect(String(diff)).toContain('-  "todo": 2\n+  "todo": 1');
    expect(String(diff)).toContain("-Auth works\n+Auth tested");
  });

  it.each([
    ["a state of 20 MB", { full_state: "x".repeat(20_000_000) }, "INVALID_INPUT"],
    ["a threshold over 100", { threshold: 101 }, "INVALID_INPUT"],
    ["no session", { session_id: "" }, "INVALID_INPUT"],
    ["a blank tenant", { tenant_id: " " }, "UNAUTHORIZED"],
  ])("refuse %s and keep nothing", async (_, wrong, code) => {
    await expect(save(wrong)).rejects.toMatchObject({ code });
    expect(await list()).toEqual([]);
  });

  it("drop only the oldest automatic ones of a session beyond the limit", async () => {
    for (let i = 0; i < 52; i++) await save({ summary: `a${i}`, auto_created: true });
    await save({ summary: "by hand" });
    await save({ summary: "other", session_id: "s2", auto_created: true });
    const checkpoints = await list({ limit: 1000 });
    expect(checkpoints).toHaveLength(52);
    expect(checkpoints.at(-1)).toBe("a2");
  });
});
