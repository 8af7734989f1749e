import type { SurfaceCall } from "../../../domain/surface-app.js";
import type { DoctorReport } from "../api-types.js";
import { get, post } from "./define-route.js";
import { runSelf } from "./run-self.js";

const maxAgeSeconds = 3600;

export const doctorRoutes = [
  /** `max_age` accepts a report of so many seconds ago: Home shows one each time it is opened. */
  get<DoctorReport>("/api/doctor", "owner", (request, app) => {
    const maxAgeMs = 1000 * request.number("max_age", { min: 0, max: maxAgeSeconds, fallback: 0 });
    const last = reports.get(app.startSelf);
    const isRecent = last !== undefined && app.runtime.now().getTime() - last.startedMs < maxAgeMs;
    return isRecent ? last.report : runDoctor(app, []);
  }),

  /** Fixes what can be fixed automatically and checks again. */
  post<DoctorReport>("/api/doctor/fix", "owner", (_, app) => runDoctor(app, ["--fix"])),
];

interface LastReport {
  readonly startedMs: number;
  readonly report: Promise<DoctorReport>;
}

/** The last report of each server, also one that is still running. */
const reports = new WeakMap<SurfaceCall["startSelf"], LastReport>();

/** In a separate process: checking a large database takes seconds and would block this one. */
function runDoctor(app: SurfaceCall, flags: readonly string[]): Promise<DoctorReport> {
  const report = runSelf<DoctorReport>(app, ["doctor", ...flags]).then(({ findings }) => ({ findings }));
  reports.set(app.startSelf, { startedMs: app.runtime.now().getTime(), report });
  // A failed check is not repeated to the next request.
  report.catch(() => reports.delete(app.startSelf));
  return report;
}
