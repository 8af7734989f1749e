import { useEffect, useRef, useState } from "preact/hooks";
import type { SearchResults } from "../../../src/surface/http/api-types.js";
import { addressOf, get, type Query } from "../../api/ask.js";
import { changes } from "../../api/live.js";

interface Answer {
  /** The last answer; it stays while the next is on its way. */
  readonly results: SearchResults | undefined;
  /** What it answers: the whole question, as an address has it. */
  readonly answered: string;
  readonly error: Error | undefined;
}

export interface LiveSearch extends Answer {
  /** Whether the answer is to the question as it is now. */
  readonly isCurrent: boolean;
}

/**
 * Searches as one types: at once, one question at a time, and after each answer only for what was typed last. So no
 * answer comes late, and a slow one holds up nothing but itself.
 */
export function useLiveSearch(query: Query): LiveSearch {
  const [answer, setAnswer] = useState<Answer>({ results: undefined, answered: "", error: undefined });
  const question = addressOf("/api/search", query);
  const version = changes.value;
  const wanted = useRef({ question, version, isEmpty: !query.q });
  const isAsking = useRef(false);
  wanted.current = { question, version, isEmpty: !query.q };
  useEffect(() => void ask(), [question, version]);
  return { ...answer, isCurrent: answer.answered === question };

  async function ask(): Promise<void> {
    if (isAsking.current || wanted.current.isEmpty) return;
    const asked = wanted.current;
    const isWanted = () => wanted.current.question === asked.question;
    isAsking.current = true;
    try {
      const results = await get<SearchResults>(asked.question);
      if (isWanted()) setAnswer({ results, answered: asked.question, error: undefined });
    } catch (error) {
      if (isWanted()) setAnswer((last) => ({ ...last, error: error as Error }));
    } finally {
      isAsking.current = false;
      if (!isWanted() || wanted.current.version !== asked.version) void ask();
    }
  }
}
