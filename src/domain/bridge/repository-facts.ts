import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Repository } from "../../store/bridge/project-store.js";
import type { Call } from "../call.js";
import type { BridgeDeps } from "./bridge-deps.js";
import { describeStructure, type RepositoryStructure } from "./structure/describe-structure.js";
import { type TreeStatistics, treeStatistics } from "./structure/describe-tree.js";

export interface Fact<T> {
  readonly value: T;
  /** Whether it was cached for this state of the tree. */
  readonly cached: boolean;
}

/** Facts of a repository that need no agent, computed on demand and cached while the tree is unchanged. */
export interface RepositoryFacts {
  statistics(call: Call, repository: Repository): Promise<Fact<TreeStatistics>>;
  structure(call: Call, repository: Repository): Promise<Fact<RepositoryStructure>>;
}

/** Increase when the computation of facts changes. */
const version = 1;

export function createRepositoryFacts({ workingTrees, factStore, files, runtime }: BridgeDeps): RepositoryFacts {
  return {
    statistics: (call, repository) =>
      getOrCompute(call, repository.path, "statistics", async () =>
        treeStatistics(await workingTrees.files(repository.path)),
      ),

    structure: (call, { path, name }) =>
      getOrCompute(call, path, "structure", async () =>
        describeStructure(name, await workingTrees.files(path), (file) => files.read(join(path, file))),
      ),
  };

  async function getOrCompute<T>(call: Call, path: string, kind: string, compute: () => Promise<T>): Promise<Fact<T>> {
    const state = await stateOf(path);
    const cachedValue = (await factStore.read(call.tenant, path, kind, state)) as T | undefined;
    if (cachedValue !== undefined) return { value: cachedValue, cached: true };
    const value = await compute();
    await factStore.save(call.tenant, { path, kind, state, facts: value, at: runtime.now().toISOString() });
    return { value, cached: false };
  }

  async function stateOf(path: string): Promise<string> {
    const { head, dirty } = await workingTrees.state(path);
    return createHash("sha256")
      .update(JSON.stringify([version, head, dirty]))
      .digest("hex");
  }
}
