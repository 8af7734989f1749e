import { afterAll, beforeAll } from "vitest";
import { callTool } from "../../src/surface/call-tool.js";
import { seedContext } from "./seed-context.js";
import { type TestApp, testApp } from "./test-app.js";
import { toolNamed } from "./tool-named.js";

/** Calls one tool on a store with one entry of each kind, created once per test file. */
export function onSeededStore(tool: string): { call(input?: object): Promise<unknown>; app(): TestApp } {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
    await seedContext(app);
  });
  afterAll(() => app.remove());
  return { call: (input = {}) => callTool(toolNamed(tool), input, app), app: () => app };
}
