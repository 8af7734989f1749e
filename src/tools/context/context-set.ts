import * as z from "zod";
import { setValue } from "../../domain/context/dotpath.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextSet = defineTool({
  name: "context_set",
  toolset: "context",
  effect: "replaces",
  title: "Set a value",
  description:
    "Set a value by dotted path: knowledge.<key>, conventions.<key>, state.<field>, preferences.team.<name>, preferences.user.<name>. Use for progress and preferences.",
  input: z.object({
    dotpath: z.string().describe("For example `state.current_task`."),
    value: z.string().describe("New value."),
  }),
  output: answerOf({ status: "string", dotpath: "string", "store_created?": "string", "note?": "string" }),
  examples: [{ dotpath: "state.current_task", value: "Auth middleware" }],
  cli: { command: "context set", positional: ["dotpath", "value"] },

  async run({ dotpath, value }, app) {
    const project = await app.context.open(app.call);
    await setValue(project, dotpath, value);
    return { status: "ok", dotpath, ...project.notices() };
  },

  toText: ({ dotpath }) => `Set ${dotpath}.`,
  changes: ({ dotpath }) => [`context://${dotpath.split(".")[0]}`],
});
