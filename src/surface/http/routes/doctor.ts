import { examine } from "../../../domain/system/examine.js";
import type { DoctorReport } from "../api-types.js";
import { defineRoute } from "./define-route.js";

export const doctorRoute = defineRoute<DoctorReport>({
  method: "GET",
  path: "/api/doctor",
  run: async (_, app) => ({ findings: (await examine(app)).map(toRow) }),
});

/** Mends what can be mended and looks again. */
export const doctorFixRoute = defineRoute<DoctorReport>({
  method: "POST",
  path: "/api/doctor/fix",

  async run(_, app) {
    for (const finding of await examine(app)) await finding.fix?.();
    return { findings: (await examine(app)).map(toRow) };
  },
});

const toRow = ({ check, status, message, fix }: Awaited<ReturnType<typeof examine>>[number]) => ({
  ...{ check, status, message, fixable: fix !== undefined },
});
