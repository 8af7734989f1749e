import { areas } from "../../store/context/context-layout.js";
import { decisionFiles, type NumberedFile, nextNumber } from "../../store/context/decision-store.js";

const prefix = `${areas.decisions}/`;

/** The decisions among paths of a store. */
export const decisionsAmong = (paths: Iterable<string>): NumberedFile[] =>
  decisionFiles([...paths].filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length)));

/** The path of a decision's file with another number. */
export const numberedPath = (file: string, id: number): string =>
  `${prefix}${String(id).padStart(4, "0")}${file.replace(/^\d+/, "")}`;

/**
 * The new name of a private entry when a shared one has the same: the entry's path, or a skill's folder. Undefined if
 * it can keep its name.
 */
export function freePrivateName(
  path: string,
  incomingPaths: ReadonlySet<string>,
  existingPaths: readonly string[],
): string | undefined {
  if (path.startsWith(prefix)) {
    const [decision] = decisionsAmong([path]);
    const isTaken = decisionsAmong(incomingPaths).some(({ id }) => id === decision?.id);
    return decision && isTaken ? numberedPath(decision.file, nextNumber(decisionsAmong(existingPaths))) : undefined;
  }
  const skill = /^skills\/([^/]+)\//.exec(path)?.[1];
  const isTaken =
    skill === undefined
      ? incomingPaths.has(path)
      : [...incomingPaths].some((one) => one.startsWith(`skills/${skill}/`));
  if (!isTaken) return undefined;
  const withSuffix = (suffix: string) =>
    skill === undefined ? path.replace(/(\.[^./]*)?$/, `${suffix}$1`) : `skills/${skill}${suffix}`;
  for (let i = 1; ; i++) {
    const name = withSuffix(i === 1 ? "-private" : `-private-${i}`);
    if (!existingPaths.some((one) => one === name || one.startsWith(`${name}/`))) return name;
  }
}
