import type { TreeState } from "../../engine/working-trees.js";

/** What happened to a tree between two looks; empty when nothing did. */
export function differences(before: TreeState, after: TreeState): string[] {
  const files = new Set([...before.uncommitted.keys(), ...after.uncommitted.keys()]);
  const changed = [...files].filter((file) => before.uncommitted.get(file) !== after.uncommitted.get(file)).sort();
  return [
    ...changed,
    ...(before.head !== after.head || before.branch !== after.branch ? ["HEAD"] : []),
    ...(before.guarded !== after.guarded ? [".git (branches, configuration or hooks)"] : []),
  ];
}
