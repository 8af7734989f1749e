import { useEffect, useRef, useState } from "preact/hooks";
import type { SearchResults } from "../../../src/surface/http/api-types.js";
import { changes } from "../../api/live.js";
import { get, type Query, urlOf } from "../../api/request.js";

interface Answer {
  /** The last answer; it stays while the next one loads. */
  readonly results: SearchResults | undefined;
  /** The URL of the request that it answers. */
  readonly answered: string;
  readonly error: Error | undefined;
}

export interface LiveSearch extends Answer {
  /** Whether the answer belongs to the current query. */
  readonly isCurrent: boolean;
}

/**
 * Searches while the person types: one request at a time, and after each answer only for the latest query. Answers
 * arrive in order, and a slow one delays no more than one other.
 */
export function useLiveSearch(query: Query): LiveSearch {
  const [answer, setAnswer] = useState<Answer>({ results: undefined, answered: "", error: undefined });
  const url = urlOf("/api/search", query);
  const version = changes.value;
  const latest = useRef({ url, version, isEmpty: !query.q });
  const isSending = useRef(false);
  latest.current = { url, version, isEmpty: !query.q };
  useEffect(() => void sendLatest(), [url, version]);
  return { ...answer, isCurrent: answer.answered === url };

  async function sendLatest(): Promise<void> {
    if (isSending.current || latest.current.isEmpty) return;
    const request = latest.current;
    const isLatest = () => latest.current.url === request.url;
    isSending.current = true;
    try {
      const results = await get<SearchResults>(request.url);
      if (isLatest()) setAnswer({ results, answered: request.url, error: undefined });
    } catch (error) {
      if (isLatest()) setAnswer((last) => ({ ...last, error: error as Error }));
    } finally {
      isSending.current = false;
      if (!isLatest() || latest.current.version !== request.version) void sendLatest();
    }
  }
}
