import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Runtime } from "../../base/runtime.js";
import type { Files } from "../../engine/files.js";
import type { WorkingTrees } from "../../engine/working-trees.js";
import type { FactStore } from "../../store/bridge/fact-store.js";
import type { Repository } from "../../store/bridge/project-store.js";
import type { Call } from "../call.js";
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

interface Deps {
  readonly workingTrees: WorkingTrees;
  readonly facts: FactStore;
  readonly files: Files;
  readonly runtime: Runtime;
}

export function createRepositoryFacts({ workingTrees, facts, files, runtime }: Deps): RepositoryFacts {
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
    const cachedValue = (await facts.read(call.tenant, path, kind, state)) as T | undefined;
    if (cachedValue !== undefined) return { value: cachedValue, cached: true };
    const value = await compute();
    await facts.save(call.tenant, { path, kind, state, facts: value, at: runtime.now().toISOString() });
    return { value, cached: false };
  }

  async function stateOf(path: string): Promise<string> {
    const { head, dirty } = await workingTrees.state(path);
    return createHash("sha256")
      .update(JSON.stringify([version, head, dirty]))
      .digest("hex");
  }
}
