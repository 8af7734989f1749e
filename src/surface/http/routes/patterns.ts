import { AppError } from "../../../base/errors.js";
import type { PatternKind } from "../../../store/archive/exchange.js";
import type { PatternRow } from "../api-types.js";
import { defineRoute } from "./define-route.js";

const kinds: readonly PatternKind[] = ["command", "tool", "error", "code", "architecture"];
const max = 100;

/** What recurs in sessions, also what agents are not told of: which tools are used, and which errors come back. */
export const patternsRoute = defineRoute<{ patterns: readonly PatternRow[] }>({
  method: "GET",
  path: "/api/patterns",

  async run(asked, app) {
    const { patterns } = await app.archive.patterns(app.call, {
      ...{ kinds: kindsOf(asked.query("kind")), minFrequency: 2, limit: max },
    });
    return {
      patterns: patterns.map(({ kind, pattern, frequency, failures, lastUsed, examples }) => ({
        ...{ kind, pattern, frequency, failures, lastUsed, session: examples[0]?.sessionId ?? "" },
      })),
    };
  },
});

function kindsOf(asked: string | undefined): readonly PatternKind[] {
  if (asked === undefined) return kinds;
  const kind = kinds.find((one) => one === asked);
  if (kind) return [kind];
  throw new AppError("invalid", `Unknown kind: ${asked}.`, { hint: `Use one of ${kinds.join(", ")}.` });
}
