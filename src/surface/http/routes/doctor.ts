import { AppError } from "../../../base/errors.js";
import { flagOf, settingNames } from "../../../base/settings.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import type { DoctorReport } from "../api-types.js";
import { defineRoute } from "./define-route.js";

export const doctorRoute = defineRoute<DoctorReport>({
  method: "GET",
  path: "/api/doctor",
  run: (_, app) => examineApart(app, []),
});

/** Mends what can be mended and looks again. */
export const doctorFixRoute = defineRoute<DoctorReport>({
  method: "POST",
  path: "/api/doctor/fix",
  run: (_, app) => examineApart(app, ["--fix"]),
});

/** In a process of its own: looking through a large database takes seconds, in which this one could answer nobody. */
async function examineApart(app: SurfaceCall, flags: readonly string[]): Promise<DoctorReport> {
  const { output } = await app.startSelf(["doctor", "--json", ...flags, ...ownFlags(app)], "");
  try {
    const { findings } = JSON.parse(output) as DoctorReport;
    return { findings };
  } catch (cause) {
    const hint = "Run `throughline doctor` in a terminal to see why.";
    throw new AppError("unavailable", "`throughline doctor` did not finish.", { hint, cause });
  }
}

/** What this server was started with: the doctor is to look at the same database with the same settings. */
const ownFlags = ({ settings: { values, origins } }: SurfaceCall): string[] =>
  settingNames
    .filter((name) => origins[name].origin === "flag")
    .map((name) => `--${flagOf(name)}=${[values[name]].flat().join(",")}`);
