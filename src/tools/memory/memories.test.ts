import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
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

const lesson = {
  project_id: "shop",
  title: "The customer's number",
  content: "The customer can be called at any time of the day under the number in the contract of last year.",
  outcome: "success",
};

describe("memory_forget", () => {
  let app: TestApp;
  let call: ReturnType<typeof callAs>;
  let id: unknown;
  beforeEach(async () => {
    app = await testApp();
    call = callAs(app);
    id = (await call("memory_record", lesson)).id;
  });
  afterEach(() => app.remove());

  const again = (changes: object = {}) => call("memory_record", { ...lesson, ...changes });

  it("removes it from search, lists, details and votes", async () => {
    expect(await call("memory_forget", { memory_id: id })).toEqual({ memory_id: id, forgotten: 1 });
    expect((await call("memory_search", { project_id: "shop", query: "customer number" })).count).toBe(0);
    expect((await call("memory_list", { project_id: "shop" })).total).toBe(0);
    for (const name of ["memory_get", "memory_forget"]) {
      await expect(call(name, { memory_id: id }), name).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("refuses the same text afterwards, also with other case, spacing or a few other words", async () => {
    await call("memory_forget", { memory_id: id });
    for (const content of [lesson.content, lesson.content.toUpperCase(), lesson.content.replace("called", "phoned")]) {
      await expect(again({ content }), content).rejects.toMatchObject({ code: "CONFLICT" });
    }
    const drawn = { project: "shop", ...lesson, outcome: "success", tags: [], source: "distilled" } as const;
    await expect(app.memories.record(app.call, drawn)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it.each([
    ["The proxy closes idle connections after 30 seconds.", "The proxy closes idle connections after 90 seconds."],
    [
      "Run the two migrations at the same time on that host.",
      "Never run the two migrations at the same time on that host.",
    ],
    ["Guard the loop over the rows with count == 0 first.", "Guard the loop over the rows with count != 0 first."],
    [
      "The nightly export of the shop needs libssl 1.1.1 there.",
      "The nightly export of the shop needs libssl 1.1.2 there.",
    ],
    [
      "The key of the shop's build machine belongs to Alice now.",
      "The key of the shop's build machine belongs to Bob now.",
    ],
  ])("accepts a text that says something else: after %j comes %j", async (forgotten, content) => {
    const old = await again({ title: "How it works", content: forgotten });
    await call("memory_forget", { memory_id: old.id });
    expect(await again({ title: "How it works", content })).toMatchObject({ confidence: 0.5 });
    await expect(again({ title: "How it works", content: forgotten })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("refuses the text as a correction of another memory too", async () => {
    await call("memory_forget", { memory_id: id });
    const other = await again({ title: "Something else", content: "Entirely different words." });
    const { title, content } = lesson;
    await expect(call("memory_update", { memory_id: other.id, title, content })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("forgets the versions that the memory superseded too", async () => {
    const newer = await call("memory_update", { memory_id: id, content: "Do not call." });
    expect(await call("memory_forget", { memory_id: newer.id })).toMatchObject({ forgotten: 2 });
    await expect(again()).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("lets a person allow the text again", async () => {
    await call("memory_forget", { memory_id: id });
    await app.memories.allowAgain(app.call, String(id));
    expect(await again()).toMatchObject({ confidence: 0.5 });
  });
});

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
