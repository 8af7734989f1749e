import type { Settings } from "../../base/settings.js";
import { createProjectRegistry } from "../../domain/identity/project-registry.js";
import { createProjectResolver } from "../../domain/identity/project-resolver.js";
import { createAnchors } from "../../domain/memory/anchors.js";
import { createCheckpoints } from "../../domain/memory/checkpoints.js";
import { createMemories } from "../../domain/memory/memories.js";
import type { Search } from "../../domain/search/search.js";
import { gitCliLocator } from "../../engine/git-cli/git-cli-locator.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { nodeHost } from "../../engine/node-host/node-host.js";
import { type Redact, redactingSql } from "../../engine/redacting.js";
import type { Sql } from "../../engine/sql.js";
import { openIdentityStore } from "../../store/archive/identity-store.js";
import { openCheckpointStore } from "../../store/memory/checkpoint-store.js";
import { openMemoryStore } from "../../store/memory/memory-store.js";
import { openRemediationStore } from "../../store/memory/remediation-store.js";
import { openSearchIndex } from "../../store/search/search-index.js";
import { sharedFixesIn } from "./shared-fixes.js";
import { systemRuntime } from "./system-runtime.js";

/** Records for a hook; `redact` is applied to what they are looked up by and, before compaction, to what is saved. */
export function memoriesOfHook(sql: Sql, search: Search, settings: Settings, redact: Redact) {
  const own = redactingSql(sql, redact);
  const projectRegistry = createProjectRegistry({ store: openIdentityStore(own), gitLocator: gitCliLocator, redact });
  const identity = createProjectResolver({ gitLocator: gitCliLocator, projectRegistry, user: nodeHost.user });
  const index = openSearchIndex(own, redact);
  const store = openMemoryStore(own, index);
  const memories = createMemories({
    store,
    search,
    identity,
    runtime: systemRuntime(),
    anchors: createAnchors(nodeFiles),
  });
  const checkpoints = createCheckpoints({
    // Not indexed: what a hook saves is for the same session only.
    store: openCheckpointStore(own),
    identity,
    runtime: systemRuntime(),
    retention: { keepAutomatic: settings["checkpoints.keepAutomatic"], keepDays: settings["checkpoints.keepDays"] },
  });
  return { memories, checkpoints, identity, sharedFixes: sharedFixesIn(openRemediationStore(own, index), identity) };
}
