import type { Settings } from "../base/settings.js";
import { resources } from "../resources/catalog.js";
import { prompts } from "../resources/context/prompts.js";

import type { FixedResource, Prompt, ResourceTemplate } from "../resources/define-resource.js";
import { tools } from "../tools/catalog.js";
import type { Tool } from "../tools/define-tool.js";
import { chosenToolsets, contract, exposedTools } from "./exposure.js";

/** Everything that a client can list and use. */
export interface Catalog {
  readonly tools: readonly Tool[];
  readonly resources: readonly FixedResource[];
  readonly templates: readonly ResourceTemplate[];
  readonly prompts: readonly Prompt[];
}

export function catalogFor(settings: Settings): Catalog {
  // Resources and prompts cost nothing until a client asks for them.
  const toolsets = chosenToolsets(settings);
  const isEvery = ["all", "core", contract].some((name) => toolsets.includes(name));
  const ofToolsets = <T extends { toolset: string }>(items: readonly T[]) =>
    items.filter(({ toolset }) => isEvery || toolsets.includes(toolset));
  const exposed = ofToolsets(resources);
  return {
    tools: exposedTools(tools, settings),
    resources: exposed.filter((one): one is FixedResource => "uri" in one),
    templates: exposed.filter((one): one is ResourceTemplate => "template" in one),
    prompts: ofToolsets(prompts),
  };
}
