import { bug, problems } from "../../src/base/errors.js";
import { plainPaint } from "../../src/base/paint.js";
import { environmentOf, flagOf, settingNames, settingOf } from "../../src/base/settings.js";
import { processCommands } from "../../src/commands/catalog.js";
import type { Command } from "../../src/commands/define-command.js";

import type { Prompt, Resource } from "../../src/resources/define-resource.js";
import { commandText } from "../../src/surface/cli/help-text.js";
import { heading, table } from "./markdown.js";

export const resourcePage = (resources: readonly Resource[], prompts: readonly Prompt[]): string =>
  heading("Resources and prompts", [
    table(
      ["URI", "family", "content"],
      resources.map((one) => [`\`${"uri" in one ? one.uri : one.template}\``, one.toolset, one.description]),
    ),
    "## Prompts",
    table(
      ["name", "family", "content"],
      prompts.map((one) => [`\`${one.name}\``, one.toolset, one.description]),
    ),
  ]);

export const commandPage = (commands: readonly Command[]): string =>
  heading("Commands", [
    table(
      ["command", "what it does"],
      processCommands.map(({ name, summary }) => [`\`throughline ${name}\``, summary]),
    ),
    ...commands.map((command) => `## ${command.name}\n\n\`\`\`text\n${commandText(command, plainPaint)}\n\`\`\``),
  ]);

export const settingPage = (): string =>
  heading("Settings", [
    "Later sources win: default, your `config.json`, the repository's `.throughline.json`, environment variable, flag. " +
      "Until you approve a repository's file with `throughline config trust`, it changes nothing. " +
      "The home folder is `~/.throughline` or the value of `THROUGHLINE_HOME`.",
    table(
      ["setting", "values", "default", "environment", "flag", "meaning"],
      settingNames.map((name) => {
        const { valueFormat: shape, default: initial, env = [], describe } = settingOf(name);
        const variables = [environmentOf(name), ...env].map((one) => `\`${one}\``).join(" ");
        const shown = Array.isArray(initial) ? initial.join(",") : String(initial);
        return [`\`${name}\``, shape, shown && `\`${shown}\``, variables, `\`--${flagOf(name)}\``, describe];
      }),
    ),
  ]);

export const errorPage = (): string =>
  heading("Errors", [
    "Every error says what happened, to what, and what to do next.",
    table(
      ["problem", "who acts", "code", "exit code", "HTTP"],
      [
        ...Object.entries(problems).map(([name, { remedy: who, code, exit, http }]) => [
          name,
          who,
          `\`${code}\``,
          String(exit),
          String(http),
        ]),
        ["bug", "report it; the log has the details", `\`${bug.code}\``, String(bug.exit), String(bug.http)],
      ],
    ),
  ]);

export const settingsSchema = (): unknown => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Throughline settings",
  type: "object",
  properties: Object.fromEntries(
    settingNames.map((name) => {
      const { jsonSchema, describe, default: initial } = settingOf(name);
      return [name, { ...jsonSchema, description: describe, default: initial }];
    }),
  ),
});
