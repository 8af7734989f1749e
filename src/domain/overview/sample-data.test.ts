import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { addSampleData, hasSampleData, removeSampleData } from "./sample-data.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

describe("sample data", () => {
  it("is added, removed without a trace, and can be added again", async () => {
    const own = {
      project: "shop",
      title: "Mine",
      content: "Stays as it is, sample or not.",
      outcome: "success" as const,
    };
    await app.memories.record(app.call, { ...own, tags: ["sample"] });
    expect(await hasSampleData(app)).toBe(false);
    for (let i = 0; i < 2; i++) {
      await addSampleData(app);
      expect(await hasSampleData(app)).toBe(true);
      expect(await app.memories.count(app.call)).toBe(5);
      await removeSampleData(app);
      expect(await hasSampleData(app)).toBe(false);
    }
    expect(await app.memories.count(app.call)).toBe(1);
    expect((await app.remediations.list(app.call, {}, { limit: 10, offset: 0 })).total).toBe(0);
  });
});
