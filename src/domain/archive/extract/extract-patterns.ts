import words from "../../../../data/exchange-words.json" with { type: "json" };
import { errorFingerprint } from "../../../base/text/error-fingerprint.js";
import { errorLine } from "../../../base/text/error-line.js";
import type { Decision, PatternKind, PatternUse } from "../../../store/archive/exchange.js";
import type { DraftCall } from "../ingest/exchange-draft.js";
import { normalizeCommand } from "./normalize-command.js";

/** Designs that decisions speak of, by the name under which they are counted. */
const designs = Object.entries(words.designs).map(([name, source]) => ({ name, words: new RegExp(source, "i") }));

/** What was done in an exchange, counted: commands, kinds of edits, designs, tools, errors. */
export function extractPatterns(calls: readonly DraftCall[], decisions: readonly Decision[]): PatternUse[] {
  const uses = new Map<string, PatternUse>();
  const count = (kind: PatternKind, pattern: string, ok: boolean | undefined) => {
    if (pattern === "") return;
    const previous = uses.get(`${kind}\0${pattern}`) ?? { kind, pattern, uses: 0, successes: 0, failures: 0 };
    uses.set(`${kind}\0${pattern}`, {
      ...previous,
      uses: previous.uses + 1,
      successes: previous.successes + (ok === true ? 1 : 0),
      failures: previous.failures + (ok === false ? 1 : 0),
    });
  };
  for (const call of calls) {
    if (call.own) continue;
    count("tool", call.tool, call.ok);
    if (call.command !== undefined) count("command", normalizeCommand(call.command), call.ok);
    if (call.ok === false) count("error", errorFingerprint(errorLine(call.output ?? "") ?? ""), undefined);
    if (call.changes) for (const label of call.edits) count("code", label, call.ok);
  }
  const chosen = decisions.map(({ decision }) => decision).join("\n");
  for (const { name, words } of designs) if (words.test(chosen)) count("architecture", name, undefined);
  return [...uses.values()];
}
