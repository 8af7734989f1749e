import * as z from "zod";
import { defineCommand } from "../define-command.js";
import { readSettingName } from "./setting-name.js";

export const configSet = defineCommand({
  name: "config set",
  summary: "Change a setting in your settings file.",
  input: z.object({
    name: z.string().describe("Setting name, such as agent.timeout."),
    value: z.string().describe("New value; separate several with commas."),
  }),
  positional: ["name", "value"],
  examples: ["config set agent.timeout 600000", "config set excludeTools list_projects"],

  async run({ name, value }, app) {
    const setting = readSettingName(name);
    const movedTo = await app.settingsFiles.set(setting, value);
    return { name: setting, value, file: app.home.config, ...(movedTo ? { movedTo } : {}) };
  },

  toText: ({ name, value, file, movedTo }) =>
    [
      ...(movedTo ? [`${file} could not be read. It was moved to ${movedTo}.`] : []),
      `Set ${name} to ${value} (${file}).`,
    ].join("\n"),
});
