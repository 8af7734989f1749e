import { sep } from "node:path";
import { AppError } from "../../base/errors.js";
import type { TreeState } from "../../engine/working-trees.js";
import type { Repository } from "../../store/bridge/project-store.js";
import type { Confinement } from "../agents/confine.js";
import type { BridgeParts } from "./bridge-parts.js";

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

/** Changes in another repository while a run worked. */
export interface SiblingChange {
  readonly repo: string;
  readonly files: readonly string[];
}

export type SiblingStates = Awaited<ReturnType<typeof recordSiblings>>;

/** Records other repositories, to compare them after a run in one. */
export async function recordSiblings(
  own: Repository,
  all: readonly Repository[],
  { workingTrees, locks }: BridgeParts,
) {
  const states = await Promise.all(
    all
      .filter(({ path }) => !isNested(path, own.path))
      .map(async ({ project, name: bare, path }) => {
        if ((await workingTrees.check(path)) !== "ok") return [];
        const repo = project === own.project ? bare : `${project}/${bare}`;
        return [{ repo, path, before: await workingTrees.state(path) }];
      }),
  );
  return {
    count: states.flat().length,

    /** What changed in the other repositories since. Throws if the run may have done it. */
    async check({ enforcement }: Confinement): Promise<SiblingChange[]> {
      const changes = await Promise.all(
        states.flat().map(async ({ repo, path, before }) => {
          const isGone = (await workingTrees.check(path)) !== "ok";
          const files = isGone ? ["."] : listDifferences(before, await workingTrees.state(path)).slice(0, maxFiles);
          return { repo, files, isSuspect: enforcement !== "os" && !locks.isHeld(before.path) };
        }),
      );
      const siblings = changes.filter(({ files }) => files.length > 0);
      const listed = siblings.map(({ repo, files }) => ({ repo, files }));
      if (siblings.some(({ isSuspect }) => isSuspect)) throw writtenOutside(own, listed);
      return listed;
    },
  };
}

const maxFiles = 50;

/** Changes of one are changes of the other. */
const isNested = (a: string, b: string) => a === b || a.startsWith(b + sep) || b.startsWith(a + sep);

function writtenOutside({ name }: Repository, outside: readonly SiblingChange[]): AppError {
  const changes = outside.map(({ repo, files }) => `${repo} (${files.slice(0, 5).join(", ")})`).join("; ");
  return new AppError("conflict", `Other repositories changed during an unconfined run in ${name}: ${changes}.`, {
    code: "WRITTEN_OUTSIDE",
    details: { repo: name, outside },
    hint: "Review the changes. If no other process made them, install bubblewrap or use another agent.",
  });
}
