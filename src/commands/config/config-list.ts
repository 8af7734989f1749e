import * as z from "zod";
import { settingNames, settingOf } from "../../base/settings.js";
import { defineCommand } from "../define-command.js";

export const configList = defineCommand({
  name: "config list",
  summary: "List every setting with its value and origin.",
  input: z.object({}),
  examples: ["config list", "config list --json"],

  async run(_, app) {
    const { values, origins } = app.settings;
    return {
      settings: settingNames.map((name) => ({
        name,
        value: settingOf(name).secret && values[name] !== settingOf(name).default ? "[hidden]" : values[name],
        origin: origins[name].origin,
        where: origins[name].where,
      })),
    };
  },

  toText({ settings }, paint) {
    const width = Math.max(...settings.map(({ name }) => name.length));
    return settings
      .map(({ name, value, origin, where }) => {
        const from = where ? `${origin}: ${where}` : origin;
        return `${name.padEnd(width)}  ${show(value)}  ${paint.dim(`(${from})`)}`;
      })
      .join("\n");
  },
});

const show = (value: unknown) => (Array.isArray(value) ? value.join(",") : String(value));
