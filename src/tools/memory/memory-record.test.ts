import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";

const lesson = {
  project_id: "shop",
  title: "Close the pool at the end",
  content: "Otherwise connections leak and the next start fails with too many clients.",
  outcome: "success",
};

describe("memory_record", () => {
  let app: TestApp;
  let call: ReturnType<typeof callAs>;
  beforeEach(async () => {
    app = await testApp();
    call = callAs(app);
  });
  afterEach(() => app.remove());

  it("answers with an id and a confidence of one half", async () => {
    expect(await call("memory_record", lesson)).toEqual({
      id: expect.stringMatching(/^mem_/),
      title: lesson.title,
      outcome: "success",
      confidence: 0.5,
    });
  });

  it("merges a duplicate lesson into the existing one, with its tags and as evidence", async () => {
    const first = await call("memory_record", { ...lesson, tags: ["db"] });
    const again = { ...lesson, title: "close the POOL at the end!", tags: ["pool"] };
    expect((await call("memory_record", again)).id).toBe(first.id);
    const { memory } = await call("memory_get", { memory_id: first.id });
    expect(memory).toMatchObject({ tags: ["db", "pool"], evidence: [{ title: lesson.title }, { title: again.title }] });
    expect((await call("memory_list", { project_id: "shop" })).total).toBe(1);
  });

  it("names a memory with nearly the same text, wherever the two differ", async () => {
    const words =
      "gateway ledger webhook retries signature idempotent customer invoice refund currency settlement payout merchant";
    const withoutWords = (...removed: number[]) =>
      words
        .split(" ")
        .map((word, i) => (removed.includes(i) ? `other${i}` : word))
        .join(" ");
    const { id } = await call("memory_record", { ...lesson, content: words });
    for (const i of [0, 5, 10, 12]) {
      const { similar } = await call("memory_record", { ...lesson, content: withoutWords(i) });
      expect(similar).toBe(id);
    }
    const { similar } = await call("memory_record", { ...lesson, content: withoutWords(1, 3, 7, 9) });
    expect(similar).toBeUndefined();
    expect((await call("memory_list", { project_id: "shop" })).total).toBe(6);
  });

  it("stores a lesson with the opposite outcome separately", async () => {
    await call("memory_record", lesson);
    await call("memory_record", { ...lesson, outcome: "failure" });
    expect((await call("memory_list", { project_id: "shop" })).total).toBe(2);
  });

  it.each([
    ["a title over 100 characters", { title: "t".repeat(101) }],
    ["a blank title", { title: "  " }],
    ["an unknown outcome", { outcome: "meh" }],
    ["tags that are not text", { tags: [1] }],
    ["no content", { content: "" }],
    ["an anchor outside the project", { anchors: ["../../etc/passwd"] }],
  ])("refuses %s and writes nothing", async (_, wrong) => {
    await expect(call("memory_record", { ...lesson, ...wrong })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect((await call("memory_list", { project_id: "shop" })).total).toBe(0);
  });

  it("finds by path what was recorded under the name of the current project", async () => {
    await call("memory_record", lesson);
    const answer = await call("memory_search", { project_id: app.folder, query: "pool connections" });
    expect(answer.count).toBe(1);
  });
});
