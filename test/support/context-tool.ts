import { afterAll, beforeAll } from "vitest";
import { callTool } from "../../src/surface/call-tool.js";
import type { Tool } from "../../src/tools/define-tool.js";
import { seedContext } from "./seed-context.js";
import { type TestApp, testApp } from "./test-app.js";

/** Calls one tool on a store with one entry of each kind, created once per test file. */
export function onSeededStore(tool: Tool): { call(input?: object): Promise<unknown>; app(): TestApp } {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
    await seedContext(app);
  });
  afterAll(() => app.remove());
  return { call: (input = {}) => callTool(tool, input, app), app: () => app };
}
