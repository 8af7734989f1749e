import { signal } from "@preact/signals";
import type { SetupPlan, SetupResult } from "../../../src/surface/http/api-types.js";
import { changes } from "../../api/live.js";
import { post } from "../../api/request.js";
import { notify } from "../../components/toasts.js";

/** The number of sessions that are being imported; undefined while none are. Home shows it in every state. */
export const importing = signal<number | undefined>(undefined);

/** Connects the agents and imports their past sessions. */
export async function connectAgents(agents: readonly string[], { sessions }: SetupPlan): Promise<void> {
  importing.value = sessions;
  try {
    const connected = await post<SetupResult>("/api/setup", { agents });
    notify(`Connected ${connected.agents.map(({ name }) => name).join(", ")}`);
  } catch (error) {
    notify((error as Error).message, "failure");
  }
  importing.value = undefined;
  changes.value++;
}
