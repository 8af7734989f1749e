import type { Runtime } from "../../base/runtime.js";
import type { Settings } from "../../base/settings.js";
import type { Agents } from "../../domain/agents/agents.js";
import { createRunLog } from "../../domain/agents/run-log.js";
import { errorFingerprint, errorLine } from "../../domain/archive/extract/error-fingerprint.js";
import { agentModel, clientModel, type DiagnosisModel } from "../../domain/diagnosis/diagnosis-models.js";
import type { ReadPastFixes } from "../../domain/diagnosis/past-fixes.js";
import type { Spans } from "../../engine/spans.js";
import type { ExchangeStore } from "../../store/archive/exchange-store.js";
import type { RunStore } from "../../store/bridge/run-store.js";

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

interface Deps {
  readonly settings: Settings;
  readonly agents: Agents;
  readonly runStore: RunStore;
  readonly spans: Spans;
  readonly runtime: Runtime;
}

/** Whoever the settings allow to be asked. */
export function diagnosisModelOf({ settings, agents, runStore, spans, runtime }: Deps): DiagnosisModel | undefined {
  if (settings["diagnosis.model"] === "client") return clientModel;
  if (settings["diagnosis.model"] !== "agent") return undefined;
  return agentModel(agents, createRunLog({ store: runStore, spans, runtime }), runtime);
}
