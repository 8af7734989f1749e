import type { Settings } from "../../../base/settings.js";

/** What the strategy includes of a project; of sessions and decisions those of the last `days`, or all of them with 0. */
export function includedParts(settings: Settings) {
  const { "autoLoad.strategy": strategy, "autoLoad.includeTypes": types, "autoLoad.timeWindowDays": window } = settings;
  const isCustom = strategy === "custom";
  const has = (name: string) => (isCustom ? types.includes(name) : strategy !== "recent");
  const sessions = strategy === "recent" || has("sessions");
  return { sessions, patterns: has("patterns"), decisions: has("decisions"), days: isCustom ? window : 0 };
}
