import { errorFingerprint } from "../../base/text/error-fingerprint.js";
import { errorLine } from "../../base/text/error-line.js";
import { createRunLog } from "../../domain/agents/run-log.js";
import type { App } from "../../domain/app.js";
import type { Call } from "../../domain/call.js";
import { otherFilesOf } from "../../domain/code/code-documents.js";
import { createDiagnoses, type Diagnoses } from "../../domain/errors/diagnosis/diagnosis.js";
import { agentModel, clientModel, type DiagnosisModel } from "../../domain/errors/diagnosis/diagnosis-models.js";
import type { ReadPastFixes } from "../../domain/errors/diagnosis/past-fixes.js";
import { type ReadProjectEvidence, readProjectEvidence } from "../../domain/errors/diagnosis/project-evidence.js";
import { nameOf, openProjectFiles } from "../../domain/errors/diagnosis/project-files.js";
import { createDistiller, type Distiller } from "../../domain/lessons/distill/distiller.js";
import { agentWriter, endpointWriter } from "../../domain/lessons/distill/lesson-writer.js";
import { readPrices } from "../../domain/overview/session-cost.js";
import { type ExchangeStore, openExchangeStore } from "../../store/archive/exchange-store.js";
import { openRunStore } from "../../store/bridge/run-store.js";
import { codeKind, openCodeStore } from "../../store/code/code-store.js";
import { openDistilledStore } from "../../store/memory/distilled-store.js";
import type { Foundation } from "./foundation.js";

type Families = Pick<App, "remediations" | "bridge" | "code">;

export const assembleDiagnosis = (foundation: Foundation, families: Families): Diagnoses =>
  createDiagnoses({
    ...foundation,
    ...families,
    timeoutMs: foundation.settings["diagnosis.timeout"],
    pastFixes: readPastFixes(openExchangeStore(foundation.sql)),
    projectEvidence: evidenceIn(foundation, families.code),
    projectNames: (call, folder) => foundation.identity.projectNames(call, folder),
    model: diagnosisModel(foundation, families),
  });

const maxCodeFiles = 10;

/** Evidence is optional: a service for tenants has no repositories, and most folders are not indexed. */
function evidenceIn({ tree, openRepository, sql, index, search }: Foundation, code: App["code"]): ReadProjectEvidence {
  const store = openCodeStore(sql, index);
  const indexOf = (call: Call, folder: string) => code.projectOf(call, folder).catch(() => undefined);
  return readProjectEvidence({
    openFiles: openProjectFiles({
      tree: {
        kindOf: async (path) => tree.kindOf(path).catch(() => "unreadable" as const),
        text: (path, maxBytes) => tree.text(path, maxBytes),
      },
      openRepository: (folder) => openRepository(folder).catch(() => undefined),
      async indexedNamed(call, folder) {
        const id = await indexOf(call, folder);
        if (id === undefined) return undefined;
        return async (names) => {
          const paths = await store.paths(call.tenant, id, names);
          return paths.filter((path) => names.includes(nameOf(path)));
        };
      },
    }),
    async findCode(call, folder, words) {
      const id = await indexOf(call, folder);
      if (id === undefined) return [];
      const find = async (project: string) => {
        // Words alone: the message is looked for as it is written. Code search would prefer what a question is about.
        const request = { kinds: [codeKind], project, limit: maxCodeFiles, perSession: maxCodeFiles, minScore: 0 };
        const { hits } = await search.find({ tenant: call.tenant, query: words, meaning: false, ...request });
        return hits.flatMap(({ document }) => document.files.slice(0, 1));
      };
      return [...(await find(id)), ...(await find(otherFilesOf(id)))];
    },
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
function diagnosisModel(foundation: Foundation, { bridge }: Families): DiagnosisModel | undefined {
  const { settings, runtime, sql } = foundation;
  if (settings["diagnosis.model"] === "client") return clientModel;
  if (settings["diagnosis.model"] !== "agent") return undefined;
  return agentModel(bridge.agents, createRunLog({ ...foundation, store: openRunStore(sql) }), runtime);
}

type Learned = Pick<App, "memories" | "sessions" | "projectRegistry" | "bridge">;

/** Distills lessons from sessions, with an agent or at an endpoint. */
export function assembleDistiller(
  foundation: Foundation,
  families: Learned & { readonly exchanges: ExchangeStore },
): Distiller {
  const { settings, sql, processes, chat, runtime } = foundation;
  const { agents } = families.bridge;
  const runs = createRunLog({ ...foundation, store: openRunStore(sql) });
  return createDistiller({
    ...foundation,
    ...families,
    store: openDistilledStore(sql),
    prices: readPrices(settings["archive.prices"]),
    openWriter: (name) =>
      name === "endpoint" ? endpointWriter(chat) : agentWriter({ agents, runs, processes, runtime }, name),
  });
}
