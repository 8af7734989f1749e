import { plainPaint } from "../../src/base/paint.js";
import { commands } from "../../src/commands/catalog.js";
import { resources } from "../../src/resources/catalog.js";
import { prompts } from "../../src/resources/context/prompts.js";
import { commandsOf } from "../../src/surface/cli/command-tree.js";
import { overviewText } from "../../src/surface/cli/help-text.js";
import { listTool } from "../../src/surface/mcp/tool-listing.js";
import { tools } from "../../src/tools/catalog.js";
import { agentPages } from "./agent-pages.js";
import { commandPage, errorPage, resourcePage, settingPage, settingsSchema } from "./other-pages.js";
import { secretPage } from "./secret-page.js";
import { toolPage } from "./tool-page.js";

/** Every file that is generated from the catalog, by its path in the repository. */
export function referenceFiles(): Map<string, string> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const all = commandsOf(tools, commands);
  return new Map([
    ...agentPages(),
    ["docs/reference/tools.md", toolPage(tools)],
    ["docs/reference/resources.md", resourcePage(resources, prompts)],
    ["docs/reference/commands.md", commandPage(all)],
    ["docs/reference/settings.md", settingPage()],
    ["docs/reference/errors.md", errorPage()],
    ["docs/reference/secrets.md", secretPage()],
    ["docs/reference/settings.schema.json", json(settingsSchema())],
    ["test/golden/help.txt", `${overviewText(all, plainPaint)}\n`],
    ["test/golden/resources.json", json(resources.map((one) => ("uri" in one ? one.uri : one.template)))],
    ...tools.map((tool): [string, string] => [`test/golden/tools/${tool.name}.json`, json(listTool(tool))]),
  ]);
}
