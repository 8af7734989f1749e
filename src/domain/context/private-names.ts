import { areas } from "../../store/context/context-layout.js";
import { decisionFiles, nextNumber } from "../../store/context/decision-store.js";

/**
 * The name that a private entry takes when a shared one has its own: the entry's path, or a skill's folder. Undefined
 * when it can keep its name.
 */
export function freePrivateName(
  path: string,
  arriving: ReadonlySet<string>,
  taken: readonly string[],
): string | undefined {
  const decision = path.startsWith(`${areas.decisions}/`) ? path.slice(areas.decisions.length + 1) : undefined;
  if (decision !== undefined) return freeDecisionName(decision, arriving, taken);
  const skill = /^skills\/([^/]+)\//.exec(path)?.[1];
  if (skill !== undefined) {
    const arrives = [...arriving].some((one) => one.startsWith(`skills/${skill}/`));
    return arrives ? freeName((suffix) => `skills/${skill}${suffix}`, taken) : undefined;
  }
  return arriving.has(path) ? freeName((suffix) => path.replace(/(\.[^./]*)?$/, `${suffix}$1`), taken) : undefined;
}

function freeDecisionName(file: string, arriving: ReadonlySet<string>, taken: readonly string[]): string | undefined {
  const [own] = decisionFiles([file]);
  if (!own || !decisionFiles(decisionNames(arriving)).some(({ id }) => id === own.id)) return undefined;
  return `${areas.decisions}/${numberedName(file, nextNumber(decisionFiles(decisionNames(taken))))}`;
}

function freeName(named: (suffix: string) => string, taken: readonly string[]): string {
  for (let i = 1; ; i++) {
    const name = named(i === 1 ? "-private" : `-private-${i}`);
    if (!taken.some((one) => one === name || one.startsWith(`${name}/`))) return name;
  }
}

/** Names of the decision files among paths of a store. */
export const decisionNames = (paths: Iterable<string>): string[] =>
  [...paths]
    .filter((path) => path.startsWith(`${areas.decisions}/`))
    .map((path) => path.slice(areas.decisions.length + 1));

export const numberedName = (file: string, id: number): string =>
  `${String(id).padStart(4, "0")}${file.replace(/^\d+/, "")}`;
