import { AppError } from "../base/errors.js";
import type { Settings } from "../base/settings.js";
import type { Tool } from "../tools/define-tool.js";

type Choice = Pick<Settings, "toolsets" | "tools" | "excludeTools" | "readOnly">;

/** The tools that the settings expose to a client, in catalog order. */
export function exposedTools(catalog: readonly Tool[], choice: Choice): Tool[] {
  refuseUnknown(catalog, [...choice.tools, ...choice.excludeTools]);
  return catalog
    .filter((tool) => choice.toolsets.includes(tool.toolset))
    .filter((tool) => choice.tools.length === 0 || choice.tools.includes(tool.name))
    .filter((tool) => !choice.excludeTools.includes(tool.name))
    .filter((tool) => !choice.readOnly || tool.effect === "reads");
}

function refuseUnknown(catalog: readonly Tool[], names: readonly string[]): void {
  const unknown = names.find((name) => !catalog.some((tool) => tool.name === name));
  if (!unknown) return;
  const hint = `The tools are: ${catalog.map((tool) => tool.name).join(", ")}.`;
  throw new AppError("invalid", `Unknown tool: ${unknown}.`, { hint });
}
