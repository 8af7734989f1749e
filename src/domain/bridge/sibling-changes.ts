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

export interface SiblingStates {
  readonly count: number;
  /** What changed in the other repositories since. Throws if the run may have done it. */
  check(confinement: Confinement): Promise<SiblingChange[]>;
}

/** Records other repositories, to compare them after a run in one. */
export async function recordSiblings(
  own: Repository,
  all: readonly Repository[],
  { workingTrees, locks }: BridgeParts,
): Promise<SiblingStates> {
  const states = await Promise.all(
    all
      .filter(({ path }) => !isNested(path, own.path))
      .map(async ({ project, name: bare, path }) => {
        if ((await workingTrees.check(path)) !== "ok") return [];
        const name = project === own.project ? bare : `${project}/${bare}`;
        return [{ name, path, before: await workingTrees.state(path) }];
      }),
  );
  return {
    count: states.flat().length,

    async check({ enforcement }) {
      const changes = await Promise.all(states.flat().map(changesOf));
      const siblings = changes.flat();
      const suspects = siblings.filter(({ state }) => enforcement !== "os" && !locks.isHeld(state.path));
      const listed = siblings.map(({ repo, files }) => ({ repo, files }));
      if (suspects.length > 0) throw writtenOutside(own, listed);
      return listed;
    },
  };

  async function changesOf({ name, path, before }: { name: string; path: string; before: TreeState }) {
    if ((await workingTrees.check(path)) !== "ok") return [{ repo: name, files: ["."], state: before }];
    const files = listDifferences(before, await workingTrees.state(path));
    return files.length === 0 ? [] : [{ repo: name, files: files.slice(0, maxFiles), state: before }];
  }
}

const maxFiles = 50;

/** Changes of one are changes of the other. */
const isNested = (a: string, b: string) => a === b || a.startsWith(b + sep) || b.startsWith(a + sep);

const writtenOutside = ({ name }: Repository, outside: readonly SiblingChange[]) =>
  new AppError(
    "conflict",
    `Other repositories changed during an unconfined run in ${name}: ${outside
      .map(({ repo, files }) => `${repo} (${files.slice(0, 5).join(", ")})`)
      .join("; ")}.`,
    {
      code: "WRITTEN_OUTSIDE",
      details: { repo: name, outside },
      hint: "Review the changes. If no other process made them, install bubblewrap or use another agent.",
    },
  );
