import type { Decision } from "../../store/context/decision-store.js";

/** That one decision took the place of another. */
export interface DecisionLink {
  readonly newer: number;
  readonly older: number;
}

const number = String.raw`(?:decisions?\s+|adrs?[- ]?)?#?0*(\d+)`;
const replaces = new RegExp(String.raw`\b(?:supersedes|replaces)\s+${number}`, "gi");
const replaced = new RegExp(String.raw`\b(?:superseded|replaced)\s+by\s+${number}`, "gi");

/** Which decisions took the place of which, as their texts say it: "Supersedes 0001", "Superseded by 0002". */
export function decisionLinks(decisions: readonly Pick<Decision, "id" | "raw">[]): DecisionLink[] {
  const known = new Set(decisions.map(({ id }) => id));
  const said = decisions.flatMap(({ id, raw }) => [
    ...numbersIn(raw, replaces).map((older) => ({ newer: id, older })),
    ...numbersIn(raw, replaced).map((newer) => ({ newer, older: id })),
  ]);
  const links = said.filter(({ newer, older }) => newer !== older && known.has(newer) && known.has(older));
  return [...new Map(links.map((link) => [`${link.newer} ${link.older}`, link])).values()];
}

const numbersIn = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map((found) => Number(found[1]));
