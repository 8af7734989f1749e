import { AppError } from "../../../base/errors.js";
import { isSettingName, settingNames, settingOf } from "../../../base/settings.js";
import type { SettingList } from "../api-types.js";
import { get, post } from "./define-route.js";

export const settingRoutes = [
  get<SettingList>("/api/settings", "owner", async (_, app) => {
    const { values, origins } = app.settings;
    // Read again: what the page set a moment ago is in the file and applies after a restart.
    const file = (await app.settingsFiles.userLayer()).values;
    return {
      file: app.home.config,
      settings: settingNames.map((name) => {
        const { secret, default: fallback, describe: about, valueFormat: shape } = settingOf(name);
        const { origin, where } = origins[name];
        const isFromFile = origin === "default" || origin === "user file";
        const value = isFromFile ? (file[name] ?? fallback) : values[name];
        const shown = secret && value !== fallback ? "[hidden]" : value;
        return {
          name,
          value: shown,
          default: fallback,
          about,
          shape,
          ...(isFromFile && file[name] !== undefined
            ? { origin: "user file", where: app.home.config }
            : { origin, where }),
          editable: isFromFile && !secret,
        };
      }),
    };
  }),

  post<{ name: string }>("/api/settings", "owner", async (request, app) => {
    const { name, value } = await request.body();
    if (typeof name !== "string" || !isSettingName(name))
      throw new AppError("invalid", `Unknown setting: ${String(name)}.`, { hint: "GET /api/settings lists them." });
    if (settingOf(name).secret)
      throw new AppError("forbidden", `${name} cannot be set from the page.`, {
        hint: "Use `throughline config edit`.",
      });
    await app.settingsFiles.set(name, Array.isArray(value) ? value.join(",") : String(value ?? ""));
    return { name };
  }),
];
