import type { OpenDemoApp } from "../../demo/make-demo-home.js";
import { homeAt } from "../../src/base/home.js";
import { fakeAgentProcess } from "../support/fake-agent-process.js";
import { testApp } from "../support/test-app.js";

/** The product as tests run it, so that a sample home is the same on every machine. */
export const openTestDemoApp: OpenDemoApp = async ({ folder, home }, runtime) => {
  const location = { folder, runtime, database: homeAt(home).database };
  const app = await testApp({}, fakeAgentProcess(), {}, location);
  const close = async () => {
    await app.bridge.close();
    await app.sql.close();
  };
  return { ...app, close };
};
