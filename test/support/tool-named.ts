import { tools } from "../../src/tools/catalog.js";
import type { Tool } from "../../src/tools/define-tool.js";

export function toolNamed(name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`Unknown tool: ${name}.`);
  return tool;
}
