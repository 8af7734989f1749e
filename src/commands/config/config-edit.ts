import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const configEdit = defineCommand({
  name: "config edit",
  summary: "Open your settings file in your editor, then validate it.",
  input: z.object({}),
  examples: ["config edit"],

  async run(_, app) {
    await app.edit(app.home.config);
    const { values } = await app.settingsFiles.userLayer();
    return { file: app.home.config, settings: Object.keys(values) };
  },

  toText: ({ file, settings }) => `${file} sets ${settings.length === 0 ? "no settings" : settings.join(", ")}.`,
});
