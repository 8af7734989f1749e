import { resolve } from "node:path";
import * as z from "zod";
import { AppError } from "../base/errors.js";
import { describeIgnored, resolveSettings } from "../base/resolve-settings.js";
import { isSettingName, type SettingName, settingNames, settingOf } from "../base/settings.js";
import { suggest } from "../base/suggest.js";
import { repositorySettingsFile } from "../domain/system/settings-files.js";
import { type Command, defineCommand } from "./define-command.js";

const nameField = z.string().describe("Setting name, such as agent.timeout.");

const show = (value: unknown) => (Array.isArray(value) ? value.join(",") : String(value));

const movedText = (file: string, movedTo: string | undefined) =>
  movedTo && `${file} could not be read. It was moved to ${movedTo}.`;

function readSettingName(name: string): SettingName {
  if (isSettingName(name)) return name;
  const near = suggest(name, settingNames);
  throw new AppError("missing", `Unknown setting: ${name}.`, {
    hint: near ? `Did you mean ${near}?` : "List all settings with `throughline config list`.",
  });
}

export const configCommands: readonly Command[] = [
  defineCommand("config list", {
    summary: "List every setting with its value and origin.",
    examples: ["config list", "config list --json"],

    async run(_, { settings: { values, origins } }) {
      const settings = settingNames.map((name) => {
        const { secret, default: preset } = settingOf(name);
        const { origin, where } = origins[name];
        return { name, value: secret && values[name] !== preset ? "[hidden]" : values[name], origin, where };
      });
      return { settings };
    },

    toText({ settings }, paint) {
      const width = Math.max(...settings.map(({ name }) => name.length));
      return settings.map(({ name, value, origin, where }) => {
        const from = where ? `${origin}: ${where}` : origin;
        return `${name.padEnd(width)}  ${show(value)}  ${paint.dim(`(${from})`)}`;
      });
    },
  }),

  defineCommand("config get", {
    summary: "Print the value of a setting.",
    input: z.object({ name: nameField }),
    positional: ["name"],
    examples: ["config get agent.timeout"],

    async run({ name }, { settings: { values, origins } }) {
      const setting = readSettingName(name);
      return { name: setting, value: values[setting], ...origins[setting] };
    },

    toText: ({ value }) => show(value),
  }),

  defineCommand("config set", {
    summary: "Change a setting in your settings file.",
    input: z.object({ name: nameField, value: z.string().describe("New value; separate several with commas.") }),
    positional: ["name", "value"],
    examples: ["config set agent.timeout 600000", "config set excludeTools list_projects"],

    async run({ name, value }, app) {
      const movedTo = await app.settingsFiles.set(readSettingName(name), value);
      return { name, value, file: app.home.config, movedTo };
    },

    toText: ({ name, value, file, movedTo }) => [movedText(file, movedTo), `Set ${name} to ${value} (${file}).`],
  }),

  defineCommand("config edit", {
    summary: "Open your settings file in your editor, then validate it.",

    async run(_, app) {
      const movedTo = await app.settingsFiles.makeEditable();
      await app.edit(app.home.config);
      const layer = await app.settingsFiles.userLayer();
      const problems = resolveSettings([layer]).ignored.map(describeIgnored);
      return { file: app.home.config, settings: Object.keys(layer.values), problems, movedTo };
    },

    toText: ({ file, settings, problems, movedTo }) => [
      movedText(file, movedTo),
      `${file} sets ${settings.length === 0 ? "no settings" : settings.join(", ")}.`,
      problems,
    ],
    isFailure: ({ problems }) => problems.length > 0,
  }),

  defineCommand("config unset", {
    summary: "Remove a setting from your settings file, so that its default applies.",
    input: z.object({ name: nameField }),
    positional: ["name"],
    examples: ["config unset agent.timeout"],

    async run({ name }, app) {
      const { wasSet, movedTo } = await app.settingsFiles.unset(name);
      // A name that this version does not know can still be removed; one that is in no file is a typo.
      if (!wasSet && !movedTo) readSettingName(name);
      return { name, wasSet, file: app.home.config, movedTo };
    },

    toText: ({ name, wasSet, file, movedTo }) =>
      movedTo
        ? `${file} could not be read. It was moved to ${movedTo}, and every default applies.`
        : `${wasSet ? "Removed" : "There was no"} ${name} (${file}).`,
  }),

  defineCommand("config trust", {
    summary: "Approve this repository's settings file, or its .gitleaks.toml, with its current content.",
    input: z.object({ file: z.string().default(repositorySettingsFile).describe("File to approve.") }),
    positional: ["file"],
    examples: ["config trust", "config trust .gitleaks.toml"],

    async run({ file }, app) {
      const path = resolve(app.call.folder, file);
      await app.settingsFiles.trust(path);
      return { file: path };
    },

    toText: ({ file }) => `Approved ${file} until its content changes.`,
  }),
];
