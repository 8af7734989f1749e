import { tokensOf } from "../../../base/text/tokens.js";
import type { PlacedFinding, Remediation } from "../../../store/archive/exchange.js";
import type { ExchangeStore } from "../../../store/archive/exchange-store.js";
import type { Call } from "../../call.js";
import { errorFingerprint, errorLine } from "../extract/error-fingerprint.js";
import type { ExchangeFinder } from "./find-exchanges.js";

/** An error that a session overcame, with what proves it. */
export interface PastFix extends Omit<PlacedFinding<Remediation>, "kind"> {
  /** Whether it is this very error, apart from paths and numbers. */
  readonly isSameError: boolean;
  /** How much of the error asked about it shares, 0 to 1. */
  readonly similarity: number;
}

/** Asks the sessions what helped against an error. */
export interface PastFixes {
  /** For an error as it was printed: the same error first, the newest first among equals. */
  find(call: Call, error: string, limit: number): Promise<PastFix[]>;
}

const likeEnough = 0.5;

export function createPastFixes({
  exchanges,
  finder,
}: {
  exchanges: ExchangeStore;
  finder: ExchangeFinder;
}): PastFixes {
  return {
    async find(call, error, limit) {
      const line = errorLine(error) || error.trim().split("\n")[0] || "";
      if (line === "") return [];
      const fingerprint = errorFingerprint(line);
      const same = await exchanges.remediations(call.tenant, fingerprint, limit);
      const near = same.length >= limit ? [] : await similar(call, line, limit);
      const all = new Map(
        [...same, ...near].map((one) => [`${one.sessionId}/${one.exchangeKey}/${labelOf(one)}`, one]),
      );
      return [...all.values()]
        .flatMap((one) => (one.kind === "remediation" ? [toFix(one, fingerprint)] : []))
        .filter(({ similarity }) => similarity >= likeEnough)
        .sort((a, b) => b.similarity - a.similarity || b.at.localeCompare(a.at))
        .slice(0, limit);
    },
  };

  async function similar(call: Call, line: string, limit: number): Promise<PlacedFinding[]> {
    const { ranked } = await finder.find({
      ...{ tenant: call.tenant, query: line, filter: {}, limit: limit * 4, perSession: limit, sortBy: "relevance" },
    });
    return exchanges.findingsOf(
      call.tenant,
      ranked.map(({ exchange }) => exchange),
    );
  }
}

const labelOf = (one: PlacedFinding) => (one.kind === "remediation" ? one.fingerprint : one.kind);

function toFix({ kind: _, ...fix }: PlacedFinding<Remediation>, asked: string): PastFix {
  const isSameError = fix.fingerprint === asked;
  return { ...fix, isSameError, similarity: isSameError ? 1 : sharedWords(asked, fix.fingerprint) };
}

/** Words in common, of all that either has. */
function sharedWords(a: string, b: string): number {
  const [first, second] = [new Set(tokensOf(a)), new Set(tokensOf(b))];
  const shared = [...first].filter((word) => second.has(word)).length;
  return Math.round((100 * shared) / Math.max(1, first.size + second.size - shared)) / 100;
}
