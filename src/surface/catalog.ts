import type { Settings } from "../base/settings.js";
import { prompts, resources } from "../resources/catalog.js";
import type { Prompt } from "../resources/define-prompt.js";
import type { FixedResource, ResourceTemplate } from "../resources/define-resource.js";
import { tools } from "../tools/catalog.js";
import type { Tool } from "../tools/define-tool.js";
import { exposedTools } from "./exposure.js";

/** What one client may see. */
export interface Catalog {
  readonly tools: readonly Tool[];
  readonly resources: readonly FixedResource[];
  readonly templates: readonly ResourceTemplate[];
  readonly prompts: readonly Prompt[];
}

export function catalogFor(settings: Settings): Catalog {
  const chosen = <T extends { toolset: string }>(items: readonly T[]) =>
    items.filter(({ toolset }) => (settings.toolsets as readonly string[]).includes(toolset));
  const shown = chosen(resources);
  return {
    tools: exposedTools(tools, settings),
    resources: shown.filter((one): one is FixedResource => "uri" in one),
    templates: shown.filter((one): one is ResourceTemplate => "template" in one),
    prompts: chosen(prompts),
  };
}
