import type { SurfaceCall } from "../../../domain/surface-app.js";
import type { DoctorReport } from "../api-types.js";
import { defineRoute } from "./define-route.js";
import { runSelf } from "./run-self.js";

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
  const { findings } = await runSelf<DoctorReport>(app, ["doctor", ...flags]);
  return { findings };
}
