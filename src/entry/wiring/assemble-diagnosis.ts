import { errorLine } from "../../base/text/error-line.js";
import { createRunLog } from "../../domain/agents/run-log.js";
import type { App } from "../../domain/app.js";
import { errorFingerprint } from "../../domain/archive/extract/error-fingerprint.js";
import { createDiagnoses, type Diagnoses } from "../../domain/diagnosis/diagnosis.js";
import { agentModel, clientModel, type DiagnosisModel } from "../../domain/diagnosis/diagnosis-models.js";
import type { ReadPastFixes } from "../../domain/diagnosis/past-fixes.js";
import { readRecentChanges } from "../../domain/diagnosis/recent-changes.js";
import { type ExchangeStore, openExchangeStore } from "../../store/archive/exchange-store.js";
import { openRunStore } from "../../store/bridge/run-store.js";
import type { Foundation } from "./foundation.js";

type Families = Pick<App, "remediations" | "bridge">;

export function assembleDiagnosis(foundation: Foundation, families: Families): Diagnoses {
  const { engines, redaction, sql, search } = foundation;
  return createDiagnoses({
    ...{ remediations: families.remediations, search, redact: redaction.text },
    timeoutMs: engines.settings.values["diagnosis.timeout"],
    pastFixes: readPastFixes(openExchangeStore(sql)),
    // Evidence is optional: a service for tenants has no repositories.
    recentChanges: readRecentChanges((folder) => engines.openRepository(folder).catch(() => undefined)),
    projectNames: (call, folder) => foundation.identity.projectNames(call, folder),
    model: diagnosisModel(foundation, families),
  });
}

const maxFixes = 2;

/** Fixes that the archive recorded, for the diagnosis, which does not know the archive. */
function readPastFixes(exchanges: Pick<ExchangeStore, "remediations">): ReadPastFixes {
  return async (call, message) => {
    const line = errorLine(message);
    if (line === undefined) return [];
    const fixes = await exchanges.remediations(call.tenant, errorFingerprint(line), maxFixes);
    return fixes.flatMap((one) => (one.kind === "remediation" ? [one] : []));
  };
}

/** The model that the settings allow to be asked. */
function diagnosisModel({ engines, sql }: Foundation, { bridge }: Families): DiagnosisModel | undefined {
  const { settings, spans, runtime } = engines;
  if (settings.values["diagnosis.model"] === "client") return clientModel;
  if (settings.values["diagnosis.model"] !== "agent") return undefined;
  return agentModel(bridge.agents, createRunLog({ store: openRunStore(sql), spans, runtime }), runtime);
}
