import type { App, ContextApp } from "../../domain/app.js";
import { createCodeIndex } from "../../domain/code/code-index.js";
import { indexContext } from "../../domain/context/index-context.js";
import { createTeamContext } from "../../domain/context/team-context.js";
import { openCodeStore } from "../../store/code/code-store.js";
import type { Foundation } from "./foundation.js";

/** Assembles team context and the code index. */
export function assembleContext(foundation: Foundation): ContextApp & Pick<App, "code"> {
  const { files, lock, openRepository, host, runtime, redact, index, raw, settings } = foundation;
  const context = createTeamContext({
    files,
    lock,
    openRepository,
    host,
    runtime,
    redact,
    reviewBranch: settings["sync.branch"],
    runsHooks: settings["sync.hooks"],
  });
  return {
    context,
    indexContext: (call) => indexContext(context, index, call),
    async forgetContext(call, texts) {
      try {
        await indexContext(context, index, call);
        await foundation.eraseCopies(call.tenant, texts);
      } catch (error) {
        // The file is removed: a database that is busy must not make that look like a failure.
        call.log.error("context.erase", { error: String(error) });
      }
    },
    // The index redacts what it stores, and nothing else of the code is stored.
    code: createCodeIndex({ ...foundation, store: openCodeStore(raw.sql, index) }),
  };
}
