import { useEffect, useRef, useState } from "preact/hooks";
import type { SearchResults } from "../../../src/surface/http/api-types.js";
import { get, type Query } from "../../api/ask.js";
import { changes } from "../../api/live.js";

export interface LiveSearch {
  /** The last answer; it stays while the next is on its way. */
  readonly results: SearchResults | undefined;
  /** What the answer is for. */
  readonly answered: string;
  readonly error: Error | undefined;
}

/**
 * Searches as one types: at once, one question at a time, and after each answer only for what was typed last. So no
 * answer comes late, and a slow one holds up nothing but itself.
 */
export function useLiveSearch(query: Query): LiveSearch {
  const [state, setState] = useState<LiveSearch>({ results: undefined, answered: "", error: undefined });
  const wanted = useRef(query);
  const isAsking = useRef(false);
  wanted.current = query;
  const version = changes.value;
  useEffect(() => void ask(), [JSON.stringify(query), version]);
  return state;

  async function ask(): Promise<void> {
    if (isAsking.current || !wanted.current.q) return;
    const asked = wanted.current;
    isAsking.current = true;
    try {
      const results = await get<SearchResults>("/api/search", asked);
      if (isWanted(asked)) setState({ results, answered: String(asked.q), error: undefined });
    } catch (error) {
      if (isWanted(asked)) setState((last) => ({ ...last, error: error as Error }));
    } finally {
      isAsking.current = false;
      if (!isWanted(asked)) void ask();
    }
  }

  function isWanted(asked: Query): boolean {
    return JSON.stringify(asked) === JSON.stringify(wanted.current);
  }
}
