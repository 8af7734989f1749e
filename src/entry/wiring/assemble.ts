import type { Runtime } from "../../base/runtime.js";
import { createAccess } from "../../domain/access/access.js";
import type { AuditFacts } from "../../domain/access/audit.js";
import { atTerminal } from "../../domain/access/principal.js";
import type { Call } from "../../domain/call.js";
import type { CommandApp } from "../../domain/command-app.js";
import { createForeignText } from "../../domain/lessons/foreign-text.js";
import { createPurge, type RecordCounts } from "../../domain/purge/purge.js";
import { recordSourcesOf } from "../../domain/purge/record-sources.js";
import { createRecall } from "../../domain/recall/recall.js";
import { createReindex } from "../../domain/search/reindex.js";
import { withConfigLock } from "../../domain/system/settings-files.js";
import { createRemote, type Remote } from "../../domain/team/remote.js";
import { openRunStore } from "../../store/bridge/run-store.js";
import { forgetSessions } from "../../store/memory/forget-session.js";
import { openCopyStore } from "../../store/remote/copy-store.js";
import { openOutboxStore } from "../../store/remote/outbox-store.js";
import { pick } from "../../surface/pick.js";
import { assembleArchive } from "./assemble-archive.js";
import { assembleContext } from "./assemble-context.js";
import { assembleLessons } from "./assemble-lessons.js";
import { assembleMachine } from "./assemble-machine.js";
import { assembleMemory } from "./assemble-memory.js";
import { assembleDiagnosis, assembleDistiller } from "./assemble-models.js";
import { type Foundation, layFoundation } from "./foundation.js";
import type { Engines } from "./open-engines.js";
import { recordFixCandidateIn, sharedFixesIn } from "./shared-fixes.js";

/** Builds stores on engines and domain on stores, the same way for the product and its tests. */
export function assemble(engines: Engines): CommandApp {
  const foundation = layFoundation(engines);
  const { runtime, sql, raw, index, identity, projectRegistry, eraseCopies } = foundation;
  const { memoryStores, ...memory } = assembleMemory(foundation);
  const { promoteFixes, exchangeDocuments, stores, ...archive } = assembleArchive({
    ...foundation,
    // Transcripts are redacted line by line before they are parsed: compressed text cannot be redacted later.
    ...raw,
    async onForget(tenant, sessions, texts) {
      await forgetSessions(sql, index, tenant, sessions);
      await foundation.removeCopies(tenant, { sessions, texts });
      await memory.guards.refreshAll({ tenant });
    },
  });
  const sharedFixes = sharedFixesIn(memoryStores.remediations, identity);
  const families = { ...memory, ...archive, ...assembleContext(foundation), projectRegistry };
  const access = createAccess({
    ...foundation,
    ...raw,
    async onTenantRemove(tenant, texts) {
      await eraseCopies(tenant, texts);
      await memory.guards.refreshAll({ tenant });
    },
  });
  return {
    ...families,
    ...pick(foundation, "runtime", "log", "home", "activity"),
    ...pick(foundation, "redaction", "identity", "search", "embedding", "receipts"),
    settings: foundation.resolved,
    recall: createRecall({ ...foundation, ...families, exchanges: stores.exchanges }),
    injection: assembleLessons({ ...foundation, sql: raw.sql, sharedFixes }, stores, memory),
    foreignText: createForeignText({ ...foundation, ...archive, sessions: stores.sessions }),
    ...assembleMachine(foundation, families),
    distiller: assembleDistiller(foundation, { ...families, exchanges: stores.exchanges }),
    diagnoses: assembleDiagnosis(foundation, families),
    reindex: createReindex({
      ...foundation,
      sources: [
        { kind: "memory", documents: memoryStores.memories.documents },
        { kind: "remediation", documents: memoryStores.remediations.documents },
        { kind: "checkpoint", documents: memoryStores.checkpoints.documents },
        exchangeDocuments,
      ],
    }),
    promoteFixes: (call) => promoteFixes(call, recordFixCandidateIn(memory.remediations, identity)),
    settingsFiles: withConfigLock(foundation.settingsFiles, foundation.lock, foundation.home),
    access,
    purge: createPurge({
      sources: recordSourcesOf({
        ...families,
        checkpoints: memoryStores.checkpoints,
        runs: openRunStore(sql),
        eraseCopies,
      }),
      noteExport: (call, counts) => access.audit.note(auditFactsOf(call, "export", counts, runtime)),
      auditPurge: (call, body) =>
        access.audited(call.tenant, body, (counts) => auditFactsOf(call, "purge", counts, runtime)),
    }),
    remote: openRemoteStore(foundation),
    startSelf: foundation.self.start,
  };
}

/** The audit has what was done and how much it was, never what it contained. */
function auditFactsOf(
  { tenant, caller, access }: Call,
  tool: string,
  counts: RecordCounts,
  runtime: Pick<Runtime, "newId">,
): AuditFacts {
  const { user, credential } = access?.principal ?? atTerminal(caller);
  const request = access?.request ?? runtime.newId("req");
  const target = Object.entries(counts).map(([kind, count]) => `${kind}:${count}`);
  return { tenant, user, credential, tool, result: "ok", request, target: target.join(",") };
}

function openRemoteStore({ remoteTools: tools, raw, redaction, runtime, settings }: Foundation): Remote | undefined {
  if (!tools) return undefined;
  const { "remote.kinds": kinds, "remote.timeout": timeoutMs, "remote.copiedRecords": maxCopied } = settings;
  const stores = { store: openOutboxStore(raw.sql), copyStore: openCopyStore(raw.sql) };
  return createRemote({ tools, ...stores, runtime, redact: redaction.value, kinds, timeoutMs, maxCopied });
}
