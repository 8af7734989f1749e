import { afterEach, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";

describe("a team service whose address is invalid", () => {
  let app: TestApp;
  afterEach(() => app.remove());

  it("is not used: records stay on this machine, and every answer about them says so", async () => {
    app = await testApp({ "remote.url": "http://team.example.com", "remote.token": "t" });
    const call = callAs(app);
    const lesson = { project_id: app.folder, title: "Pin the port", content: "Use 7077.", outcome: "success" };
    const refusal = { state: "invalid", message: expect.stringContaining("throughline config set remote.url") };
    expect(await call("memory_record", lesson)).toMatchObject({ title: "Pin the port", remote: refusal });
    const answer = await call("memory_search", { project_id: app.folder, query: "port" });
    expect(answer).toMatchObject({ count: 1, remote: refusal });
  });
});
