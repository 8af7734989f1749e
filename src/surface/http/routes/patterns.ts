import { AppError } from "../../../base/errors.js";
import type { PatternKind } from "../../../store/archive/exchange.js";
import type { PatternRow } from "../api-types.js";
import { get } from "./define-route.js";

const kinds: readonly PatternKind[] = ["command", "tool", "error", "code", "architecture"];
const maxPatterns = 100;

export const patternRoutes = [
  /** Recurring patterns in sessions, also those that agents do not receive: tools and errors. */
  get<{ patterns: readonly PatternRow[] }>("/api/patterns", "owner", async (request, app) => {
    const { patterns } = await app.archive.patterns(app.call, {
      kinds: readKinds(request.query("kind")),
      minFrequency: 2,
      limit: maxPatterns,
    });
    return {
      patterns: patterns.map(({ kind, pattern, frequency, failures, lastUsed, examples }) => ({
        kind,
        pattern,
        frequency,
        failures,
        lastUsed,
        session: examples[0]?.sessionId ?? "",
      })),
    };
  }),
];

function readKinds(text: string | undefined): readonly PatternKind[] {
  if (text === undefined) return kinds;
  const kind = kinds.find((one) => one === text);
  if (kind) return [kind];
  throw new AppError("invalid", `Unknown kind: ${text}.`, { hint: `Kinds: ${kinds.join(", ")}.` });
}
