import { resolve } from "node:path";
import * as z from "zod";
import { AppError } from "../base/errors.js";
import { describeIgnored, resolveSettings } from "../base/resolve-settings.js";
import { isSettingName, type SettingName, settingNames, settingOf } from "../base/settings.js";
import { suggest } from "../base/suggest.js";
import { repositorySettingsFile } from "../domain/system/settings-files.js";
import { type Command, defineCommand } from "./define-command.js";

export const configList = defineCommand({
  name: "config list",
  summary: "List every setting with its value and origin.",
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

function readSettingName(name: string): SettingName {
  if (isSettingName(name)) return name;
  const near = suggest(name, settingNames);
  throw new AppError("missing", `Unknown setting: ${name}.`, {
    hint: near ? `Did you mean ${near}?` : "List all settings with `throughline config list`.",
  });
}

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

export const configEdit = defineCommand({
  name: "config edit",
  summary: "Open your settings file in your editor, then validate it.",

  async run(_, app) {
    const movedTo = await app.settingsFiles.makeEditable();
    await app.edit(app.home.config);
    const layer = await app.settingsFiles.userLayer();
    const problems = resolveSettings([layer]).ignored.map(describeIgnored);
    return { file: app.home.config, settings: Object.keys(layer.values), problems, ...(movedTo ? { movedTo } : {}) };
  },

  toText: ({ file, settings, problems, movedTo }) =>
    [
      ...(movedTo ? [`${file} could not be read. It was moved to ${movedTo}.`] : []),
      `${file} sets ${settings.length === 0 ? "no settings" : settings.join(", ")}.`,
      ...problems,
    ].join("\n"),

  isFailure: ({ problems }) => problems.length > 0,
});

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

export const configTrust = defineCommand({
  name: "config trust",
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
});

export const configCommands: readonly Command[] = [
  configList,
  configGet,
  configSet,
  configEdit,
  configUnset,
  configTrust,
];
