import type { Remediation } from "../../../store/archive/exchange.js";
import type { DraftCall } from "../ingest/exchange-builder.js";
import { errorFingerprint } from "./error-fingerprint.js";
import { failureLine } from "./failure-line.js";
import { isReadOnlyCommand } from "./is-read-only-command.js";
import { normalizeCommand } from "./normalize-command.js";
import { opening } from "./sentences.js";

/** Failures of one command since it passed last. */
interface Streak {
  readonly first: number;
  readonly last: number;
}

/** Errors that were overcome: a command failed, something was done, and the same command passed. */
export function extractRemediations(calls: readonly DraftCall[], max = 5): Remediation[] {
  const remediations = new Map<string, Remediation>();
  const failing = new Map<string, Streak>();
  for (const [at, call] of calls.entries()) {
    const name = call.command === undefined || call.ok === undefined ? "" : normalizeCommand(call.command);
    if (name === "") continue;
    const streak = failing.get(name);
    if (call.ok === false) {
      failing.set(name, { first: streak?.first ?? at, last: at });
      continue;
    }
    failing.delete(name);
    const overcome = streak && remediationOf(calls, name, streak, at);
    if (overcome) remediations.set(overcome.fingerprint, overcome);
  }
  return [...remediations.values()].slice(-max);
}

function remediationOf(
  calls: readonly DraftCall[],
  command: string,
  { first, last }: Streak,
  proof: number,
): Remediation | undefined {
  const error = failureLine(calls[last]?.output ?? "");
  const between = calls.slice(last + 1, proof);
  if (error === undefined || !between.some(isAttempt)) return undefined;
  return {
    kind: "remediation",
    ...{ fingerprint: errorFingerprint(error), error, command, proof: calls[proof]?.command ?? command },
    attempts: failedAttempts(calls, first, last),
    files: [...new Set(between.filter(({ changes }) => changes).flatMap(({ files }) => files))].slice(0, 10),
    diff: diffOf(between),
    steps: between.flatMap((one) => (isAttempt(one) && one.command ? [opening(one.command, 200)] : [])).slice(0, 5),
  };
}

const maxDiffLength = 800;

/** The changes with the files that they were made in. */
function diffOf(calls: readonly DraftCall[]): string {
  const changes = calls.filter(({ changes: isChange, diff }) => isChange && diff);
  return changes
    .map(({ files, diff }) => `${files.join(", ")}\n${diff}`)
    .join("\n")
    .slice(0, maxDiffLength);
}

const isAttempt = (call: DraftCall) =>
  call.changes || (call.command !== undefined && call.ok === true && !isReadOnlyCommand(call.command));

/** What was tried between the first and the last failure: it did not help. */
const failedAttempts = (calls: readonly DraftCall[], from: number, to: number): string[] =>
  calls
    .slice(from + 1, to)
    .filter(isAttempt)
    .map(
      (call) =>
        call.command ?? `${call.tool} ${call.files.join(", ")}${call.intent ? `: ${opening(call.intent, 120)}` : ""}`,
    )
    .slice(0, 8);
