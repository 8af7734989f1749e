import { areas } from "../../store/context/context-layout.js";
import { decisionFiles, nextNumber } from "../../store/context/decision-store.js";

/**
 * The new name of a private entry when a shared one has the same: the entry's path, or a skill's folder. Undefined if
 * it can keep its name.
 */
export function freePrivateName(
  path: string,
  incomingPaths: ReadonlySet<string>,
  existingPaths: readonly string[],
): string | undefined {
  const decisionFile = path.startsWith(`${areas.decisions}/`) ? path.slice(areas.decisions.length + 1) : undefined;
  if (decisionFile !== undefined) return freeDecisionName(decisionFile, incomingPaths, existingPaths);
  const skill = /^skills\/([^/]+)\//.exec(path)?.[1];
  if (skill !== undefined) {
    const isIncoming = [...incomingPaths].some((one) => one.startsWith(`skills/${skill}/`));
    return isIncoming ? freeName((suffix) => `skills/${skill}${suffix}`, existingPaths) : undefined;
  }
  return incomingPaths.has(path)
    ? freeName((suffix) => path.replace(/(\.[^./]*)?$/, `${suffix}$1`), existingPaths)
    : undefined;
}

function freeDecisionName(
  file: string,
  incomingPaths: ReadonlySet<string>,
  existingPaths: readonly string[],
): string | undefined {
  const [decision] = decisionFiles([file]);
  if (!decision || !decisionFiles(decisionNames(incomingPaths)).some(({ id }) => id === decision.id)) return undefined;
  return `${areas.decisions}/${numberedName(file, nextNumber(decisionFiles(decisionNames(existingPaths))))}`;
}

function freeName(withSuffix: (suffix: string) => string, existingPaths: readonly string[]): string {
  for (let i = 1; ; i++) {
    const name = withSuffix(i === 1 ? "-private" : `-private-${i}`);
    if (!existingPaths.some((one) => one === name || one.startsWith(`${name}/`))) return name;
  }
}

/** Names of the decision files among paths of a store. */
export const decisionNames = (paths: Iterable<string>): string[] =>
  [...paths]
    .filter((path) => path.startsWith(`${areas.decisions}/`))
    .map((path) => path.slice(areas.decisions.length + 1));

export const numberedName = (file: string, id: number): string =>
  `${String(id).padStart(4, "0")}${file.replace(/^\d+/, "")}`;
