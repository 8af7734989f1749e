import type { Settings } from "../base/settings.js";
import type { World } from "../base/world.js";
import type { Agents } from "../domain/agents/agents.js";
import { createRunLog } from "../domain/agents/run-log.js";
import { errorFingerprint, errorLine } from "../domain/archive/extract/error-fingerprint.js";
import { type Adviser, agentAdviser, clientAdviser } from "../domain/diagnosis/advisers.js";
import type { ReadPastFixes } from "../domain/diagnosis/past-fixes.js";
import type { Spans } from "../engine/spans.js";
import type { ExchangeStore } from "../store/archive/exchange-store.js";
import type { RunStore } from "../store/bridge/run-store.js";

const maxFixes = 2;

/** What the archive saw overcome before, for the diagnosis, which does not know the archive. */
export function readPastFixes(exchanges: Pick<ExchangeStore, "remediations">): ReadPastFixes {
  return async (call, message) => {
    const fingerprint = errorFingerprint(errorLine(message));
    if (fingerprint === "") return [];
    const found = await exchanges.remediations(call.tenant, fingerprint, maxFixes);
    return found.flatMap((one) => (one.kind === "remediation" ? [one] : []));
  };
}

interface Parts {
  readonly settings: Settings;
  readonly agents: Agents;
  readonly runStore: RunStore;
  readonly spans: Spans;
  readonly world: World;
}

/** Whoever the settings allow to be asked. */
export function adviserOf({ settings, agents, runStore, spans, world }: Parts): Adviser | undefined {
  if (settings["diagnosis.model"] === "client") return clientAdviser;
  if (settings["diagnosis.model"] !== "agent") return undefined;
  return agentAdviser(agents, createRunLog({ store: runStore, spans, world }), world);
}
