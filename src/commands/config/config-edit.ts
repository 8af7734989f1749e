import * as z from "zod";
import { describeIgnored, resolveSettings } from "../../base/resolve-settings.js";
import { defineCommand } from "../define-command.js";

export const configEdit = defineCommand({
  name: "config edit",
  summary: "Open your settings file in your editor, then validate it.",
  input: z.object({}),
  examples: ["config edit"],

  async run(_, app) {
    const movedTo = await app.settingsFiles.makeEditable();
    await app.edit(app.home.config);
    const layer = await app.settingsFiles.userLayer();
    const problems = resolveSettings([layer]).ignored.map(describeIgnored);
    return {
      ...{ file: app.home.config, settings: Object.keys(layer.values), problems },
      ...(movedTo ? { movedTo } : {}),
    };
  },

  toText: ({ file, settings, problems, movedTo }) =>
    [
      ...(movedTo ? [`${file} could not be read. It was moved to ${movedTo}.`] : []),
      `${file} sets ${settings.length === 0 ? "no settings" : settings.join(", ")}.`,
      ...problems,
    ].join("\n"),

  isFailure: ({ problems }) => problems.length > 0,
});
