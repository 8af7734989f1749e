import { AppError } from "../../base/errors.js";
import type { App } from "../../domain/app.js";
import { type Bridge, createBridge } from "../../domain/bridge/bridge.js";
import type { PublicEntry } from "../../domain/bridge/sibling-context.js";
import type { Call } from "../../domain/call.js";
import type { CodeIndex } from "../../domain/code/code-index.js";
import type { TeamContext } from "../../domain/context/project-context.js";
import { redactingRunFiles } from "../../engine/redacting.js";
import { openAnswerCache } from "../../store/bridge/answer-cache.js";
import { openFactStore } from "../../store/bridge/fact-store.js";
import { openOperationStore } from "../../store/bridge/operation-store.js";
import { openProjectStore } from "../../store/bridge/project-store.js";
import { openRunStore } from "../../store/bridge/run-store.js";
import { eraseCopiesIn } from "./erase-copies.js";
import type { Foundation } from "./foundation.js";

export function assembleBridge(foundation: Foundation, { context, code }: Pick<App, "context" | "code">): Bridge {
  const { engines, redaction, sql, files, leases } = foundation;
  const eraseCopies = eraseCopiesIn(foundation);
  const { runtime, home, database, workingTrees, gitLocator, processes, sandbox, spans } = engines;
  return createBridge({
    runtime,
    home,
    database,
    sql,
    files,
    workingTrees,
    gitLocator,
    processes,
    sandbox,
    spans,
    leases,
    runFiles: redactingRunFiles(engines.runFiles, redaction.text),
    shells: engines.platform.posixShells,
    settings: engines.settings.values,
    projectStore: openProjectStore(sql),
    factStore: openFactStore(sql),
    answers: openAnswerCache(sql),
    operations: openOperationStore(sql),
    onClear: (tenant) => eraseCopies(tenant, []),
    runStore: openRunStore(sql),
    readContext: async (call, folder, query) => [
      ...(await publicEntries(context, folder)),
      ...(await codeEntries(code, call, folder, query)),
    ],
  });
}

/** Public knowledge, conventions and decisions of a repository, for sub-agents in sibling repositories. */
async function publicEntries(context: TeamContext, folder: string): Promise<PublicEntry[]> {
  const { knowledge, conventions, decisions } = await context.open({ folder, caller: "bridge" });
  const [knowledgeEntries, conventionEntries, decisionEntries] = await Promise.all([
    knowledge.list(),
    conventions.list(),
    decisions.list(),
  ]);
  return [
    ...knowledgeEntries.filter(isPublic).map(({ key, content }) => ({ name: `knowledge/${key}`, text: content })),
    ...conventionEntries.filter(isPublic).map(({ key, content }) => ({ name: `conventions/${key}`, text: content })),
    ...decisionEntries.filter(isPublic).map(({ file, raw }) => ({ name: `decisions/${file}`, text: raw })),
  ];
}

const isPublic = ({ scope }: { scope: string }) => scope === "public";

/** Limits chunks of code per sibling repository, so that they do not crowd out its public entries. */
const maxChunks = 3;

/** Chunks of a repository's code that match a question; none if it was never indexed. */
export async function codeEntries(code: CodeIndex, call: Call, folder: string, query: string): Promise<PublicEntry[]> {
  try {
    const { hits } = await code.search(call, { query, path: folder, limit: maxChunks, meaning: false });
    return hits.map(({ path, start, end, text }) => ({ name: `${path}:${start}-${end}`, text }));
  } catch (error) {
    if (error instanceof AppError && error.problem === "missing") return [];
    throw error;
  }
}
