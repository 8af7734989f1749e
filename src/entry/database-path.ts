import { AppError } from "../base/errors.js";
import type { Home } from "../base/home.js";
import type { Settings } from "../base/settings.js";

export function databasePath(settings: Settings, home: Home): string {
  if (settings.database === "") return home.database;
  const [scheme, path] = settings.database.split(/:(.*)/s);
  if (scheme === "sqlite" && path) return path;
  throw new AppError("invalid", "The setting database must be sqlite:<path>.", {
    hint: "Correct it with `throughline config set database sqlite:/path/to/file.db`, or remove it.",
  });
}
