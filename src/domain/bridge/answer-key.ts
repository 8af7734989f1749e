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

/** How long an answer is kept at most, as the contract says. */
export const answerLifeMs = 3_600_000;

/** Questions that differ in case and spacing alone are the same; punctuation stays, since `C`, `C#` and `C++` are not. */
export const normaliseQuery = (query: string): string =>
  query.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();

/** SHA-256 over the fields as a JSON list, so that no two sets of fields run together. */
export function answerKey(facts: AnswerFacts): string {
  const { query, project, repository, path, head, dirty, agent, model, prompt } = facts;
  const fields = [normaliseQuery(query), project, repository, path, head, dirty, agent, model, prompt];
  return sha256(JSON.stringify(fields));
}
