import { join } from "node:path";
import { sha256 } from "../../base/sha256.js";
import type { Repository } from "../../store/bridge/project-store.js";
import type { Call } from "../call.js";
import type { BridgeDeps } from "./bridge-deps.js";
import { describeStructure } from "./structure/describe-structure.js";
import { treeStatistics } from "./structure/describe-tree.js";

interface Fact<T> {
  readonly value: T;
  /** Whether it was cached for this state of the tree. */
  readonly cached: boolean;
}

export type RepositoryFacts = ReturnType<typeof createRepositoryFacts>;

/** Increase when the computation of facts changes. */
const version = 1;

/** Facts of a repository that need no agent, computed on demand and cached while the tree is unchanged. */
export function createRepositoryFacts({ workingTrees, factStore, files, runtime }: BridgeDeps) {
  return {
    statistics: (call: Call, { path }: Repository) =>
      getOrCompute(call, path, "statistics", async () => treeStatistics(await workingTrees.files(path))),

    structure: (call: Call, { path, name }: Repository) =>
      getOrCompute(call, path, "structure", async () =>
        describeStructure(name, await workingTrees.files(path), (file) => files.read(join(path, file))),
      ),
  };

  async function getOrCompute<T>(call: Call, path: string, kind: string, compute: () => Promise<T>): Promise<Fact<T>> {
    const { head, dirty } = await workingTrees.state(path);
    const state = sha256(JSON.stringify([version, head, dirty]));
    const cachedValue = (await factStore.read(call.tenant, path, kind, state)) as T | undefined;
    if (cachedValue !== undefined) return { value: cachedValue, cached: true };
    const value = await compute();
    await factStore.save(call.tenant, { path, kind, state, facts: value, at: runtime.now().toISOString() });
    return { value, cached: false };
  }
}
