import { toolsetNames } from "../../src/base/settings.js";
import { commandsOf } from "../../src/surface/cli/command-tree.js";
import { usageLine } from "../../src/surface/cli/help-text.js";
import { optionsOf } from "../../src/surface/cli/parse-arguments.js";
import { answerJsonSchema } from "../../src/surface/mcp/tool-listing.js";
import type { Tool } from "../../src/tools/define-tool.js";
import { toolsets } from "../../src/tools/toolsets.js";
import { heading, table } from "./markdown.js";

export function toolPage(tools: readonly Tool[]): string {
  const sections = toolsetNames.flatMap((family) => {
    const own = tools.filter(({ toolset }) => toolset === family);
    return [`## ${toolsets[family].title}`, toolsets[family].about, ...own.map(toolSection)];
  });
  return heading("Tools", ["Every tool over MCP, over HTTP (`POST /api/tools/<name>`) and as a command.", ...sections]);
}

function toolSection(tool: Tool): string {
  const [command] = commandsOf([tool], []);
  const rows = optionsOf(tool).map(({ name, kind, values, isRequired, initial, describe }) => [
    `\`${name}\``,
    values?.map((value) => `\`${value}\``).join(" ") ?? kind,
    isRequired ? "yes" : initial === undefined ? "no" : `no, \`${JSON.stringify(initial)}\``,
    describe,
  ]);
  return [
    `### ${tool.name}`,
    tool.description,
    `Effect: ${tool.effect}.${command ? ` Command: \`throughline ${usageLine(command)}\`` : ""}`,
    ...(rows.length > 0 ? [table(["input", "type", "required, default", "meaning"], rows)] : ["No input."]),
    `Example input: \`${JSON.stringify(tool.examples[0])}\``,
    `Answer:\n\n\`\`\`json\n${JSON.stringify(answerJsonSchema(tool.output.shape), null, 2)}\n\`\`\``,
  ].join("\n\n");
}
