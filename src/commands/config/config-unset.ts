import * as z from "zod";
import { defineCommand } from "../define-command.js";
import { readSettingName } from "./setting-name.js";

export const configUnset = defineCommand({
  name: "config unset",
  summary: "Remove a setting from your settings file, so that its default applies.",
  input: z.object({ name: z.string().describe("Setting name, such as agent.timeout.") }),
  positional: ["name"],
  examples: ["config unset agent.timeout"],

  async run({ name }, app) {
    const { wasSet, movedTo } = await app.settingsFiles.unset(name);
    // A name that this version does not know can still be removed; one that is in no file is a typo.
    if (!wasSet && !movedTo) readSettingName(name);
    return { name, wasSet, file: app.home.config, ...(movedTo ? { movedTo } : {}) };
  },

  toText: ({ name, wasSet, file, movedTo }) =>
    movedTo
      ? `${file} could not be read. It was moved to ${movedTo}, and every default applies.`
      : `${wasSet ? "Removed" : "There was no"} ${name} (${file}).`,
});
