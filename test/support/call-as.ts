import { callTool } from "../../src/surface/call-tool.js";
import type { TestApp } from "./test-app.js";
import { toolNamed } from "./tool-named.js";

type Answer = Record<string, unknown>;

/** Calls tools by name on one app, as the given tenant. */
export function callAs(app: TestApp, tenant = "local"): (name: string, input: object) => Promise<Answer> {
  return async (name, input) =>
    (await callTool(toolNamed(name), input, { ...app, call: { ...app.call, tenant } })) as Answer;
}
