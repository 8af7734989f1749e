import type { Runtime } from "../../../base/runtime.js";
import type { VectorStore } from "../../../store/search/vector-store.js";

/** On battery, as many documents are embedded a day, by all processes together: what a person works on, not a backlog. */
const maxPerDay = 1000;
/** How often the power supply is looked at. */
const checkMs = 30_000;

interface Deps {
  readonly vectors: Pick<VectorStore, "countOnBattery">;
  readonly runtime: Pick<Runtime, "now">;
  isOnBattery(): Promise<boolean>;
}

/** Whether embedding in the background may go on, after as many documents since the last question. */
export function createBatteryBudget({ vectors, runtime, isOnBattery }: Deps): (embedded: number) => Promise<boolean> {
  let checkedMs = Number.NEGATIVE_INFINITY;
  let isAllowed = true;
  let count = 0;
  return async (embedded) => {
    count += embedded;
    const now = runtime.now();
    if (now.getTime() - checkedMs < checkMs) return isAllowed;
    checkedMs = now.getTime();
    const day = now.toISOString().slice(0, 10);
    isAllowed = !(await isOnBattery()) || (await vectors.countOnBattery(day, count)) < maxPerDay;
    count = 0;
    return isAllowed;
  };
}
