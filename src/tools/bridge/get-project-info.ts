import { z } from "zod";
import { defineTool } from "../define-tool.js";
import { projectField } from "../fields.js";

export const getProjectInfo = defineTool({
  name: "get_project_info",
  toolset: "bridge",
  effect: "reads",
  title: "Show a project",
  description:
    "A project with its repositories, their languages and sizes. Use it for an overview; list_repos is quicker.",
  input: z.object({ project: projectField }),
  output: z.looseObject({ name: z.string(), repos: z.array(z.looseObject({})), stats: z.looseObject({}) }),
  examples: [{}],
  cli: { command: "project info", positional: ["project"] },

  async run({ project }, app) {
    const info = await app.bridge.info(app.call, project);
    return { ...info, repos: info.repos.map((one) => ({ ...one })), stats: { ...info.stats } };
  },

  toText(info, paint) {
    const rows = info.repos.map(
      (one) =>
        `  ${one.valid ? paint.green("ok ") : paint.red("bad")} ${one.name}  ${paint.dim(String(one.error ?? one.path))}`,
    );
    return [`${paint.bold(info.name)}  ${info.description ?? ""}`, ...rows].join("\n");
  },
});
