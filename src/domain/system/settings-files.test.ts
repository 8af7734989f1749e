import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/support/test-app.js";

describe("settings files", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await testApp();
  });
  afterEach(() => app.remove());

  it("keeps every one of several settings that are changed at once", async () => {
    await Promise.all([
      app.settingsFiles.set("agent.concurrency", "2"),
      app.settingsFiles.set("archive.retentionMB", "77"),
      app.settingsFiles.set("search.endpoint", "http://localhost"),
    ]);
    const { values } = await app.settingsFiles.userLayer();
    expect(Object.keys(values)).toHaveLength(3);
  });
});
