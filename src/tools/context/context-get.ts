import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { getValue } from "../../domain/context/dotpath.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextGet = defineTool({
  name: "context_get",
  toolset: "context",
  effect: "reads",
  title: "Read a value",
  description:
    "Read a value by dotted path: knowledge.<key>, decisions.<id>, state.current_task, manifest.project.name, preferences, history. Use a get or list tool where one exists.",
  input: z.object({ dotpath: z.string().describe("For example `manifest.project.name`.") }),
  output: answerOf("any"),
  examples: [{ dotpath: "state" }],
  cli: { command: "context get", positional: ["dotpath"] },

  async run({ dotpath }, app) {
    const value = await getValue(await app.context.open(app.call), dotpath);
    if (value === undefined) throw new AppError("missing", `No value at '${dotpath}'`);
    return value;
  },

  toText: (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 2)),
});
