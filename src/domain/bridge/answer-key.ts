import { sha256 } from "../../base/sha256.js";

/** Everything that an answer depends on. */
export interface AnswerFacts {
  readonly query: string;
  readonly project: string;
  readonly repository: string;
  /** The folder after symbolic links. */
  readonly path: string;
  readonly head: string | null;
  readonly dirty: string;
  readonly agent: string;
  readonly model: string;
  /** Hash or version of all else that goes into the prompt. */
  readonly prompt: string;
}

/** Maximum age of a cached answer, fixed by the contract. */
export const answerLifeMs = 3_600_000;

/** Ignores case and spacing; keeps punctuation, because `C`, `C#` and `C++` differ. */
export const normalizeQuery = (query: string): string =>
  query.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();

/** SHA-256 over the fields as a JSON array, so that different fields never join to the same text. */
export function answerKey(facts: AnswerFacts): string {
  const { query, project, repository, path, head, dirty, agent, model, prompt } = facts;
  const fields = [normalizeQuery(query), project, repository, path, head, dirty, agent, model, prompt];
  return sha256(JSON.stringify(fields));
}
