import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";

describe("memory_feedback", () => {
  let app: TestApp;
  let call: ReturnType<typeof callAs>;
  beforeAll(async () => {
    app = await testApp();
    call = callAs(app);
  });
  afterAll(() => app.remove());

  const record = async (title: string) =>
    (await call("memory_record", { project_id: "p", title, content: title, outcome: "success" })).id;

  it("changes confidence in exact steps, between 0 and 1", async () => {
    const memory_id = await record("Exact numbers");
    const vote = async (helpful: boolean) => (await call("memory_feedback", { memory_id, helpful })).new_confidence;
    expect([await vote(true), await vote(true), await vote(true)]).toEqual([0.6, 0.7, 0.8]);
    expect([await vote(false), await vote(false), await vote(false)]).toEqual([0.65, 0.5, 0.35]);
    for (let i = 0; i < 5; i++) await vote(false);
    expect(await vote(true)).toBe(0.1);
  });

  it("verifies a candidate with the first helpful vote", async () => {
    const memory_id = await record("Proven by use");
    await call("memory_feedback", { memory_id, helpful: true });
    expect((await call("memory_get", { memory_id })).memory).toMatchObject({
      state: "verified",
      votes: { helpful: 1 },
    });
  });

  it("counts every one of many concurrent votes", async () => {
    const memory_id = await record("Voted on by many");
    await Promise.all(Array.from({ length: 4 }, () => call("memory_feedback", { memory_id, helpful: true })));
    expect((await call("memory_get", { memory_id })).memory).toMatchObject({ confidence: 0.9, votes: { helpful: 4 } });
  });

  it("names a memory that does not exist", async () => {
    await expect(call("memory_feedback", { memory_id: "mem_none", helpful: true })).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining("mem_none"),
    });
  });

  it("weighs outcomes less than votes", async () => {
    const memory_id = await record("Outcome of tasks");
    expect(await call("memory_outcome", { memory_id, succeeded: true })).toMatchObject({ new_confidence: 0.55 });
    expect(await call("memory_outcome", { memory_id, succeeded: false })).toMatchObject({ new_confidence: 0.47 });
  });
});
