import { AppError } from "../../base/errors.js";
import { isSettingName, type SettingName, settingNames } from "../../base/settings.js";
import { suggest } from "../../base/suggest.js";

export function readSettingName(name: string): SettingName {
  if (isSettingName(name)) return name;
  const near = suggest(name, settingNames);
  throw new AppError("missing", `Unknown setting: ${name}.`, {
    hint: near ? `Did you mean ${near}?` : "List all settings with `throughline config list`.",
  });
}
