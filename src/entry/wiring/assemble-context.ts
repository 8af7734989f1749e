import { AppError } from "../../base/errors.js";
import type { App, ContextApp } from "../../domain/app.js";
import { createBridge } from "../../domain/bridge/bridge.js";
import type { PublicEntry } from "../../domain/bridge/sibling-context.js";
import type { Call } from "../../domain/call.js";
import { type CodeIndex, createCodeIndex } from "../../domain/code/code-index.js";
import { publicEntries } from "../../domain/context/entries.js";
import { indexContext } from "../../domain/context/index-context.js";
import { createTeamContext, type TeamContext } from "../../domain/context/project-context.js";
import { redactingRunFiles } from "../../engine/redacting.js";
import { openAnswerCache } from "../../store/bridge/answer-cache.js";
import { openFactStore } from "../../store/bridge/fact-store.js";
import { openOperationStore } from "../../store/bridge/operation-store.js";
import { openProjectStore } from "../../store/bridge/project-store.js";
import { openRunStore } from "../../store/bridge/run-store.js";
import { openCodeStore } from "../../store/code/code-store.js";
import { pick } from "../../surface/pick.js";
import type { Foundation } from "./foundation.js";

/** Assembles what is about repositories: team context, the code index, and work in several of them. */
export function assembleContext(foundation: Foundation): ContextApp & Pick<App, "code" | "bridge"> {
  const { sql, redact, index, settings, eraseCopies } = foundation;
  const context = createTeamContext({
    ...pick(foundation, "files", "lock", "openRepository", "host", "runtime", "redact"),
    reviewBranch: settings["sync.branch"],
    runsHooks: settings["sync.hooks"],
  });
  // The index redacts what it stores, and nothing else of the code is stored.
  const code = createCodeIndex({ ...foundation, store: openCodeStore(foundation.raw.sql, index) });
  return {
    context,
    code,
    indexContext: (call) => indexContext(context, index, call),
    async forgetContext(call, texts) {
      try {
        await indexContext(context, index, call);
        await eraseCopies(call.tenant, texts);
      } catch (error) {
        // The file is removed: a database that is busy must not make that look like a failure.
        call.log.error("context.erase", { error: String(error) });
      }
    },
    bridge: createBridge({
      ...foundation,
      runFiles: redactingRunFiles(foundation.runFiles, redact),
      shells: foundation.platform.posixShells,
      projectStore: openProjectStore(sql),
      factStore: openFactStore(sql),
      answers: openAnswerCache(sql),
      operations: openOperationStore(sql),
      onClear: (tenant) => eraseCopies(tenant, []),
      runStore: openRunStore(sql),
      readContext: async (call, folder, query) => [
        ...(await sharedTexts(context, folder)),
        ...(await codeEntries(code, call, folder, query)),
      ],
    }),
  };
}

/** Public knowledge, conventions and decisions of a repository, for sub-agents in sibling repositories. */
async function sharedTexts(context: TeamContext, folder: string): Promise<PublicEntry[]> {
  const entries = await publicEntries(await context.open({ folder, caller: "bridge" }));
  return entries
    .filter(({ type }) => type !== "skill")
    .map(({ type, area, key, file, content }) => ({
      name: `${area}/${type === "decision" ? file : key}`,
      text: content,
    }));
}

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
