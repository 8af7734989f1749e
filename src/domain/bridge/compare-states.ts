import type { TreeState } from "../../engine/working-trees.js";

/** Paths that differ between two states of a tree. */
export function listDifferences(before: TreeState, after: TreeState): string[] {
  const files = new Set([...before.uncommitted.keys(), ...after.uncommitted.keys()]);
  const changed = [...files].filter((file) => before.uncommitted.get(file) !== after.uncommitted.get(file)).sort();
  return [
    ...changed,
    ...(before.head !== after.head || before.branch !== after.branch ? ["HEAD"] : []),
    ...(before.guarded !== after.guarded ? [".git (branches, configuration or hooks)"] : []),
  ];
}
