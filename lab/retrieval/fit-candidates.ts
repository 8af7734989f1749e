import { parseQuery } from "../../src/domain/search/query/parse-query.js";
import { weightTerms } from "../../src/domain/search/query/weight-terms.js";
import { fuse, fusionWeights } from "../../src/domain/search/rank/fuse.js";
import { retrieveCandidates } from "../../src/domain/search/retrieve/retrieve-candidates.js";
import { createQueryEmbedder } from "../../src/domain/search/vectors/embed-query.js";
import type { Embedder } from "../../src/engine/embedder.js";
import { committedSets, unrelatedSets } from "./committed-sets.js";
import { benchTime, type Collection, openCollection } from "./open-collection.js";
import { type QueryLine, readLines } from "../../bench/support/read-set.js";

export const features = ["similarity", "maxSim", "keywords"] as const;

export interface FitCandidate {
  readonly id: string;
  readonly isRelevant: boolean;
  /** What the weights are multiplied with. */
  readonly features: readonly number[];
  /** Scores of the single lists. */
  readonly bm25: number;
  readonly similarity: number;
  readonly maxSim: number;
  readonly relevance: number;
}

export interface FitQuery {
  /** Empty: nothing in the store answers it. */
  readonly relevant: readonly string[];
  readonly candidates: readonly FitCandidate[];
}

/** Committed sets have the name of their questions; the questions of the exam are apart, because nothing is fitted on them. */
export interface FitSets {
  readonly fitted: ReadonlyMap<string, FitQuery[]>;
  readonly exam: ReadonlyMap<string, FitQuery[]>;
}

/** Candidates of all committed questions and of further pairs of files (`CORPUS,QUERIES`). */
export async function readFitSets(embedder: Embedder, extra: readonly string[]): Promise<FitSets> {
  const [fitted, exam] = [new Map<string, FitQuery[]>(), new Map<string, FitQuery[]>()];
  const sets = committedSets();
  for (const { name: set, corpora, queries } of sets) {
    const collection = await openCollection(corpora, { embedder });
    for (const { name, file, partOf } of queries) {
      const target = partOf(0) === "exam" ? exam : fitted;
      // Files of conversations are named after their part.
      const kind = ["tuning", "held-out"].includes(name) ? set : name;
      target.set(kind, [...(target.get(kind) ?? []), ...(await readCandidates(collection, embedder, file))]);
    }
    const unrelated = sets.find(({ name }) => name === unrelatedSets[set])?.queries[0];
    if (unrelated) {
      const asked = await readCandidates(collection, embedder, unrelated.file);
      fitted.set(
        `${set}, unrelated`,
        asked.map((query) => ({ ...query, relevant: [] })),
      );
    }
    await collection.close();
  }
  for (const pair of extra) {
    const [corpus = "", file = ""] = pair.split(",");
    const collection = await openCollection([corpus], { embedder });
    fitted.set(file.replace(/^.*\/|\..*$/g, ""), await readCandidates(collection, embedder, file));
    await collection.close();
  }
  return { fitted, exam };
}

export async function readCandidates(collection: Collection, embedder: Embedder, file: string): Promise<FitQuery[]> {
  const { index, vectors, runtime, documents: size } = collection;
  const queryEmbedder = createQueryEmbedder({ embedder, vectors, runtime });
  const fitQueries: FitQuery[] = [];
  for await (const { query: text, relevant } of readLines<QueryLine>(file)) {
    const query = parseQuery(text, new Date(benchTime));
    const terms = await weightTerms(index, "bench", query.terms, size);
    const { embedded: meaning } = await queryEmbedder.embed(query.text, 60_000, 0);
    const request = { tenant: "bench", query, terms, size, filter: {}, depth: 50, meaning };
    const candidates = await retrieveCandidates(index, request);
    const evidences = fuse(candidates, size, Math.max(size, meaning?.searcher.size ?? 0));
    fitQueries.push({
      relevant,
      candidates: candidates.map(({ document: { id }, keyword, similarity = -1, maxSim = 0 }, i) => {
        const evidence = evidences[i];
        return {
          ...{ id, isRelevant: relevant.includes(id), relevance: evidence?.relevance ?? 0 },
          ...{ bm25: keyword.bm25, similarity, maxSim },
          features: features.map((feature) => (evidence?.[feature] ?? 0) / fusionWeights[feature]),
        };
      }),
    });
  }
  return fitQueries;
}
