import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";

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
