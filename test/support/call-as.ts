import { callTool } from "../../src/surface/call-tool.js";
import { tools } from "../../src/tools/catalog.js";
import type { TestApp } from "./test-app.js";

type Answer = Record<string, unknown>;

/** Calls tools by name on one app, as the given tenant. */
export function callAs(app: TestApp, tenant = "local"): (name: string, input: object) => Promise<Answer> {
  return async (name, input) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`Unknown tool: ${name}.`);
    return (await callTool(tool, input, { ...app, call: { ...app.call, tenant } })) as Answer;
  };
}
