import type { Decision } from "../../store/context/decision-store.js";

/** One decision superseded another. */
export interface DecisionLink {
  readonly newer: number;
  readonly older: number;
}

const number = String.raw`(?:decisions?\s+|adrs?[- ]?)?#?0*(\d+)`;
const replaces = new RegExp(String.raw`\b(?:supersedes|replaces)\s+${number}`, "gi");
const replaced = new RegExp(String.raw`\b(?:superseded|replaced)\s+by\s+${number}`, "gi");

/** Which decisions superseded which, according to their texts: "Supersedes 0001", "Superseded by 0002". */
export function decisionLinks(decisions: readonly Pick<Decision, "id" | "raw">[]): DecisionLink[] {
  const ids = new Set(decisions.map(({ id }) => id));
  const mentions = decisions.flatMap(({ id, raw }) => [
    ...numbersIn(raw, replaces).map((older) => ({ newer: id, older })),
    ...numbersIn(raw, replaced).map((newer) => ({ newer, older: id })),
  ]);
  const links = mentions.filter(({ newer, older }) => newer !== older && ids.has(newer) && ids.has(older));
  return [...new Map(links.map((link) => [`${link.newer} ${link.older}`, link])).values()];
}

const numbersIn = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map((match) => Number(match[1]));
