import type { App, ContextApp } from "../../domain/app.js";
import { createCodeIndex } from "../../domain/code/code-index.js";
import { indexContext } from "../../domain/context/index-context.js";
import { createTeamContext } from "../../domain/context/project-context.js";
import { openCodeStore } from "../../store/code/code-store.js";
import { eraseCopiesIn } from "./erase-copies.js";
import type { Foundation } from "./foundation.js";

/** Assembles team context and the code index. */
export function assembleContext(foundation: Foundation): ContextApp & Pick<App, "code"> {
  const { engines, redaction, files, leases, index, search, identity } = foundation;
  const { runtime, host, lock, openRepository, gitLocator, tree, parser } = engines;
  const eraseCopies = eraseCopiesIn(foundation);
  const { "sync.branch": reviewBranch, "sync.hooks": runsHooks } = engines.settings.values;
  const context = createTeamContext({
    files,
    lock,
    openRepository,
    host,
    runtime,
    redact: redaction.text,
    reviewBranch,
    runsHooks,
  });
  return {
    context,
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
    code: createCodeIndex({
      // The index redacts what it stores, and nothing else of the code is stored.
      store: openCodeStore(engines.sql, index),
      search,
      identity,
      runtime,
      tree,
      parser,
      gitLocator,
      leases,
    }),
  };
}
