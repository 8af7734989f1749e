import type { App } from "../../domain/app.js";
import { type Bridge, createBridge } from "../../domain/bridge/bridge.js";
import { redactingRunFiles } from "../../engine/redacting.js";
import { openAnswerCache } from "../../store/bridge/answer-cache.js";
import { openFactStore } from "../../store/bridge/fact-store.js";
import { openOperationStore } from "../../store/bridge/operation-store.js";
import { openProjectStore } from "../../store/bridge/project-store.js";
import { openRunStore } from "../../store/bridge/run-store.js";
import { eraseCopiesIn } from "./erase-copies.js";
import type { Foundation } from "./foundation.js";
import { codeEntries, publicEntries } from "./public-entries.js";

export function assembleBridge(foundation: Foundation, { context, code }: Pick<App, "context" | "code">): Bridge {
  const { engines, redaction, sql, files, leases } = foundation;
  const eraseCopies = eraseCopiesIn(foundation);
  const { runtime, home, database, workingTrees, gitLocator, processes, sandbox, spans } = engines;
  return createBridge({
    ...{ runtime, home, database, sql, files, workingTrees, gitLocator, processes, sandbox, spans, leases },
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
