import { AppError } from "../../../base/errors.js";
import { flagOf, settingNames } from "../../../base/settings.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";

/** Runs a command of this program in a separate process and reads its JSON answer. */
export async function runSelf<T>(app: SurfaceCall, args: readonly string[]): Promise<T> {
  const { output } = await app.startSelf([...args, "--json", ...inheritedFlags(app)], "");
  try {
    return JSON.parse(output) as T;
  } catch (cause) {
    const command = `throughline ${args[0]}`;
    const hint = `Run \`${command}\` in a terminal to see why.`;
    throw new AppError("unavailable", `\`${command}\` did not finish.`, { hint, cause });
  }
}

/** The flags of this server, so that the command uses the same database with the same settings. */
const inheritedFlags = ({ settings: { values, origins } }: SurfaceCall): string[] =>
  settingNames
    .filter((name) => origins[name].origin === "flag")
    .map((name) => `--${flagOf(name)}=${[values[name]].flat().join(",")}`);
