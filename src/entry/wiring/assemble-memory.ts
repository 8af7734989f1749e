import { createAnchors } from "../../domain/memory/anchors.js";
import { createCheckpoints } from "../../domain/memory/checkpoints.js";
import { createMemories, type Memories } from "../../domain/memory/memories.js";
import { createRemediations } from "../../domain/memory/remediations.js";
import { createEverywhere } from "../../domain/person/everywhere.js";
import { openCheckpointStore } from "../../store/memory/checkpoint-store.js";
import { openMemoryStore } from "../../store/memory/memory-store.js";
import { openRemediationStore } from "../../store/memory/remediation-store.js";
import { assembleGuards } from "./assemble-lessons.js";
import type { Foundation } from "./foundation.js";

export function assembleMemory(foundation: Foundation) {
  const { sql, files, index, identity, embedder, eraseCopies } = foundation;
  const { "checkpoints.keepAutomatic": keepAutomatic, "checkpoints.keepDays": keepDays } = foundation.settings;
  const stores = {
    memories: openMemoryStore(sql, index),
    remediations: openRemediationStore(sql, index),
    checkpoints: openCheckpointStore(sql, index),
  };
  const lessons = createMemories({
    ...foundation,
    store: stores.memories,
    anchors: createAnchors(files),
    async onForget(tenant, texts) {
      await eraseCopies(tenant, texts);
      await guards.refreshAll({ tenant });
    },
  });
  const guards = assembleGuards(foundation, lessons, identity);
  const memories: Memories = {
    ...lessons,
    // A guard ends with its lesson, also for hooks.
    async update(call, id, changes) {
      const memory = await lessons.update(call, id, changes);
      if (memory.guards) await guards.refreshAll(call);
      return memory;
    },
  };
  return {
    memories,
    guards,
    everywhere: createEverywhere({ memories: lessons, vectorOf: embedder?.embedStatic }),
    checkpoints: createCheckpoints({
      ...foundation,
      store: stores.checkpoints,
      retention: { keepAutomatic, keepDays },
    }),
    remediations: createRemediations({ ...foundation, store: stores.remediations, onForget: eraseCopies }),
    memoryStores: stores,
  };
}
