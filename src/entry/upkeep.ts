import type { App } from "../domain/app.js";
import { requestPeriodMs } from "../surface/service/service-app.js";

const everyMs = 600_000;
const dayMs = 86_400_000;

/** Removes what the service no longer needs to know. Doing it twice harms nothing, so that servers need not agree on who does. */
export function startUpkeep({ access, settings, log }: Pick<App, "access" | "settings" | "log">): { stop(): void } {
  const work = async () => {
    try {
      const audited = await access.audit.removeOlderThan(settings.values["audit.retentionDays"]);
      await access.allowances.forgetOld([
        { name: "requests", most: 0, periodMs: requestPeriodMs },
        { name: "writes", most: 0, periodMs: dayMs },
      ]);
      const answered = await access.once.forgetOld();
      log.debug("service.upkeep", { audited, answered });
    } catch (error) {
      log.error("service.upkeep", { error: String(error) });
    }
  };
  const timer = setInterval(() => void work(), everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
