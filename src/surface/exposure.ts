import { AppError } from "../base/errors.js";
import type { Settings } from "../base/settings.js";
import { coreTools } from "../tools/core-tools.js";
import type { Tool } from "../tools/define-tool.js";

type Choice = Pick<Settings, "toolsets" | "coreTools" | "tools" | "excludeTools" | "readOnly">;

export const chosenToolsets = ({ toolsets, coreTools }: Pick<Choice, "toolsets" | "coreTools">): readonly string[] =>
  toolsets.length > 0 ? toolsets : [coreTools ? "core" : contract];

/** What plain `mcp` lists: all tools, with the inputs that their contracts require. */
export const contract = "contract";

/** The tools that the settings expose to a client, in catalog order. */
export function exposedTools(catalog: readonly Tool[], choice: Choice): Tool[] {
  refuseUnknown(catalog, [...choice.tools, ...choice.excludeTools]);
  const toolsets = chosenToolsets(choice);
  return catalog
    .flatMap((tool) => inToolsets(tool, toolsets))
    .filter((tool) => choice.tools.length === 0 || choice.tools.includes(tool.name))
    .filter((tool) => !choice.excludeTools.includes(tool.name))
    .filter((tool) => !choice.readOnly || tool.effect === "reads");
}

/** `core` keeps the listing short, but other tools can still be called: skills and injected context name them. */
function inToolsets(tool: Tool, toolsets: readonly string[]): Tool[] {
  const isContract = toolsets.includes(contract);
  if (isContract || toolsets.includes("all"))
    return [
      { ...tool, listsContract: isContract, ...(tool.name === "tool_call" ? { unlisted: "All are listed." } : {}) },
    ];
  if (!toolsets.includes("core")) return toolsets.includes(tool.toolset) ? [tool] : [];
  if (tool.toolset !== "core" && toolsets.includes(tool.toolset)) return [tool];
  const listedFields = coreTools[tool.name];
  return [listedFields ? { ...tool, listedFields } : { ...tool, unlisted: "Called with tool_call." }];
}

function refuseUnknown(catalog: readonly Tool[], names: readonly string[]): void {
  const unknown = names.find((name) => !catalog.some((tool) => tool.name === name));
  if (!unknown) return;
  const hint = `The tools are: ${catalog.map((tool) => tool.name).join(", ")}.`;
  throw new AppError("invalid", `Unknown tool: ${unknown}.`, { hint });
}
