import * as z from "zod";
import { defineCommand } from "../define-command.js";
import { readSettingName } from "./setting-name.js";

export const configSet = defineCommand({
  name: "config set",
  summary: "Set one setting in your own settings file.",
  input: z.object({
    name: z.string().describe("Name of the setting, such as agent.timeout."),
    value: z.string().describe("The value; several words are separated by commas."),
  }),
  positional: ["name", "value"],
  examples: ["config set agent.timeout 600000", "config set excludeTools list_projects"],

  async run({ name, value }, app) {
    const setting = readSettingName(name);
    await app.settingsFiles.set(setting, value);
    return { name: setting, value, file: app.home.config };
  },

  toText: ({ name, value, file }) => `${name} is ${value} now (${file}).`,
});
