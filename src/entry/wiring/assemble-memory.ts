import type { MemoryApp } from "../../domain/app.js";
import { createAnchors } from "../../domain/memory/anchors.js";
import { createCheckpoints } from "../../domain/memory/checkpoints.js";
import { createMemories } from "../../domain/memory/memories.js";
import { createRemediations } from "../../domain/memory/remediations.js";
import { createEverywhere } from "../../domain/person/everywhere.js";
import type { DocumentSource } from "../../domain/search/reindex.js";
import { openCheckpointStore } from "../../store/memory/checkpoint-store.js";
import { openMemoryStore } from "../../store/memory/memory-store.js";
import { openRemediationStore } from "../../store/memory/remediation-store.js";
import { assembleGuards } from "./assemble-guards.js";
import { eraseCopiesIn } from "./erase-copies.js";
import type { Foundation } from "./foundation.js";

export function assembleMemory(
  foundation: Foundation,
): MemoryApp & { readonly memoryDocuments: readonly DocumentSource[] } {
  const { engines, sql, files, index, search, identity } = foundation;
  const { runtime } = engines;
  const { "checkpoints.keepAutomatic": keepAutomatic, "checkpoints.keepDays": keepDays } = engines.settings.values;
  const memories = openMemoryStore(sql, index);
  const remediations = openRemediationStore(sql, index);
  const checkpoints = openCheckpointStore(sql, index);
  const onForget = eraseCopiesIn(foundation);
  const lessons = createMemories({
    store: memories,
    search,
    identity,
    runtime,
    anchors: createAnchors(files),
    async onForget(tenant, texts) {
      await onForget(tenant, texts);
      await guards.refreshAll({ tenant });
    },
  });
  const guards = assembleGuards({ ...engines, sql, files }, lessons, identity);
  return {
    memories: {
      ...lessons,
      // A guard ends with its lesson, also for hooks.
      async update(call, id, changes) {
        const memory = await lessons.update(call, id, changes);
        if (memory.guards) await guards.refreshAll(call);
        return memory;
      },
    },
    guards,
    everywhere: createEverywhere({ memories: lessons, vectorOf: engines.embedder?.embedStatic }),
    checkpoints: createCheckpoints({ store: checkpoints, identity, runtime, retention: { keepAutomatic, keepDays } }),
    remediations: createRemediations({ store: remediations, search, identity, runtime, onForget }),
    memoryDocuments: [
      { kind: "memory", documents: memories.documents },
      { kind: "remediation", documents: remediations.documents },
      { kind: "checkpoint", documents: checkpoints.documents },
    ],
  };
}
