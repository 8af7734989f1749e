import { bootstrap } from "./bootstrap.js";
import type { FitCandidate, FitQuery } from "./fit-candidates.js";

const minScores = [0.1, 0.15, 0.2, 0.22, 0.25, 0.3];

interface FirstHit {
  readonly relevance: number;
  readonly isRelevant: boolean;
  /** Whether a right answer is among the first ten. */
  readonly isFound: boolean;
}

/** Prints how often first hits are right by their score, and how many questions get no answer with a minimum score. */
export function printCalibration(sets: ReadonlyMap<string, FitQuery[]>, print: (line: string) => void): void {
  const answerable = [...sets.values()].map((queries) => firstHits(queries.filter(isAnswerable)));
  const unanswerable = [...sets.values()].map((queries) => firstHits(queries.filter((one) => !isAnswerable(one))));
  print("\n== score of the first hit, how many, and how many of them are right");
  const asked = answerable.flat();
  for (const inBin of binsOf(asked)) {
    const { mean, low, high } = bootstrap(inBin.map(({ isRelevant }) => Number(isRelevant)));
    const interval = `${mean.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
    print(`${meanScore(inBin).toFixed(2)}  ${String(inBin.length).padStart(5)}  ${interval}`);
  }
  const withUnanswerable = [...asked, ...unanswerable.flat()];
  print(
    `expected calibration error ${calibrationError(asked)}, with unanswerable ones ${calibrationError(withUnanswerable)}`,
  );
  print("\n== questions without an answer by minimum score, mean of sets");
  for (const minScore of minScores) {
    const silenced = silentShare(answerable.map(foundOnly), minScore);
    const silent = silentShare(unanswerable, minScore);
    print(
      `${minScore.toFixed(2)}  ${silent} of those about something else, ${silenced} of those whose answer is found`,
    );
  }
}

const isAnswerable = ({ relevant }: FitQuery) => relevant.length > 0;
const foundOnly = (hits: readonly FirstHit[]) => hits.filter(({ isFound }) => isFound);

function firstHits(queries: readonly FitQuery[]): FirstHit[] {
  return queries.map(({ candidates }) => {
    const ranked = candidates.toSorted((a, b) => b.relevance - a.relevance);
    const first: FitCandidate | undefined = ranked[0];
    return {
      ...{ relevance: first?.relevance ?? 0, isRelevant: first?.isRelevant ?? false },
      isFound: ranked.slice(0, 10).some((one) => one.isRelevant),
    };
  });
}

function binsOf(hits: readonly FirstHit[]): FirstHit[][] {
  const bins = Array.from({ length: 10 }, (_, bin) =>
    hits.filter(({ relevance }) => Math.min(9, Math.floor(10 * relevance)) === bin),
  );
  return bins.filter((inBin) => inBin.length > 0);
}

const meanScore = (hits: readonly FirstHit[]) => hits.reduce((sum, { relevance }) => sum + relevance, 0) / hits.length;

function calibrationError(hits: readonly FirstHit[]): string {
  const errors = binsOf(hits).map((inBin) => {
    const right = inBin.filter(({ isRelevant }) => isRelevant).length / inBin.length;
    return (Math.abs(meanScore(inBin) - right) * inBin.length) / hits.length;
  });
  return errors.reduce((sum, one) => sum + one, 0).toFixed(3);
}

function silentShare(sets: readonly (readonly FirstHit[])[], minScore: number): string {
  const shares = sets
    .filter((hits) => hits.length > 0)
    .map((hits) => hits.filter(({ relevance }) => relevance < minScore).length / hits.length);
  const { mean, low, high } = bootstrap(shares);
  return `${(100 * mean).toFixed(1)} % (${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)})`;
}
