import { AppError } from "../../../base/errors.js";
import { flagOf, settingNames } from "../../../base/settings.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import type { DoctorReport } from "../api-types.js";
import { defineRoute } from "./define-route.js";

export const doctorRoute = defineRoute<DoctorReport>({
  method: "GET",
  path: "/api/doctor",
  run: (_, app) => runDoctor(app, []),
});

/** Fixes what can be fixed automatically and checks again. */
export const doctorFixRoute = defineRoute<DoctorReport>({
  method: "POST",
  path: "/api/doctor/fix",
  run: (_, app) => runDoctor(app, ["--fix"]),
});

/** In a separate process: checking a large database takes seconds and would block this one. */
async function runDoctor(app: SurfaceCall, flags: readonly string[]): Promise<DoctorReport> {
  const { output } = await app.startSelf(["doctor", "--json", ...flags, ...inheritedFlags(app)], "");
  try {
    const { findings } = JSON.parse(output) as DoctorReport;
    return { findings };
  } catch (cause) {
    const hint = "Run `throughline doctor` in a terminal to see why.";
    throw new AppError("unavailable", "The doctor did not finish.", { hint, cause });
  }
}

/** The flags of this server, so that the doctor checks the same database with the same settings. */
const inheritedFlags = ({ settings: { values, origins } }: SurfaceCall): string[] =>
  settingNames
    .filter((name) => origins[name].origin === "flag")
    .map((name) => `--${flagOf(name)}=${[values[name]].flat().join(",")}`);
