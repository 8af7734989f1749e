import { dayMs } from "../../base/days.js";
import type { CommandApp } from "../../domain/command-app.js";
import { requestPeriodMs } from "../../surface/service/service-app.js";

const everyMs = 600_000;

/** Deletes expired audit entries, rate limits and idempotency keys. Every server may do it: it is idempotent. */
export function startCleanupJob({ access, settings, log }: Pick<CommandApp, "access" | "settings" | "log">): {
  stop(): void;
} {
  const workFor = async (tenant: string) => {
    await access.audit.removeOlderThan(tenant, settings.values["audit.retentionDays"]);
    await access.rateLimits.forgetOld(tenant, [
      { name: "requests", max: 0, periodMs: requestPeriodMs },
      { name: "writes", max: 0, periodMs: dayMs },
    ]);
    await access.idempotency.forgetOld(tenant);
  };
  const work = async () => {
    try {
      for (const tenant of await access.servedTenants()) await workFor(tenant);
    } catch (error) {
      log.error("service.upkeep", { error: String(error) });
    }
  };
  const timer = setInterval(() => void work(), everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
