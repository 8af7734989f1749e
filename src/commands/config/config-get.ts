import * as z from "zod";
import { defineCommand } from "../define-command.js";
import { readSettingName } from "./setting-name.js";

export const configGet = defineCommand({
  name: "config get",
  summary: "Print the value of a setting.",
  input: z.object({ name: z.string().describe("Setting name, such as agent.timeout.") }),
  positional: ["name"],
  examples: ["config get agent.timeout"],

  async run({ name }, app) {
    const setting = readSettingName(name);
    return { name: setting, value: app.settings.values[setting], ...app.settings.origins[setting] };
  },

  toText: ({ value }) => (Array.isArray(value) ? value.join(",") : String(value)),
});
