import { errorFingerprint } from "../../../base/text/error-fingerprint.js";
import { opening } from "../../../base/text/sentences.js";
import type { Remediation } from "../../../store/archive/exchange.js";
import { failureFingerprints, failureLine } from "../../errors/failure-line.js";
import type { DraftCall } from "../ingest/exchange-draft.js";
import { coversCommand, isReadOnlyCommand, normalizeCommand } from "./commands.js";

/** Failures of one command since it passed last, and the call that proves that they were overcome. */
type Streak = { readonly command: string; readonly first: number; readonly last: number; readonly proof?: number };

/**
 * Errors that were overcome: a command failed, something was done, and it passed, or one that covers it. The calls before
 * `from` belong to earlier exchanges, and so do their proofs.
 */
export function extractRemediations(calls: readonly DraftCall[], from = 0, max = 5): Remediation[] {
  const overcome = streaksOf(calls).flatMap((streak) => remediationOf(calls, streak, from) ?? []);
  return [...new Map(overcome.map((one) => [one.fingerprint, one])).values()].slice(-max);
}

const maxCarriedAttempts = 10;

/** What the next exchange needs to recognize the fix of a command that still fails: its failure and what was done since. */
export function unresolvedCalls(calls: readonly DraftCall[]): DraftCall[] {
  const open = streaksOf(calls).filter(({ proof }) => proof === undefined);
  if (open.length === 0) return [];
  const last = Math.max(...open.map((streak) => streak.last));
  const since = calls.slice(last + 1).filter(isAttempt);
  return [...calls.slice(last, last + 1), ...since.slice(-maxCarriedAttempts)];
}

/** In the order of their proofs; those that are not overcome come last. */
function streaksOf(calls: readonly DraftCall[]): Streak[] {
  const failing = new Map<string, Streak>();
  const overcome: Streak[] = [];
  for (const [at, call] of calls.entries()) {
    const command = call.command === undefined || call.ok === undefined ? "" : normalizeCommand(call.command);
    if (command === "") continue;
    if (call.ok === false) {
      failing.set(command, { command, first: failing.get(command)?.first ?? at, last: at });
      continue;
    }
    for (const streak of failing.values()) {
      if (streak.command !== command && !coversCommand(call.command ?? "", streak.command)) continue;
      failing.delete(streak.command);
      overcome.push({ ...streak, proof: at });
    }
  }
  return [...overcome, ...failing.values()];
}

function remediationOf(calls: readonly DraftCall[], streak: Streak, from: number): Remediation | undefined {
  const { command, first, last, proof } = streak;
  if (proof === undefined || proof < from) return undefined;
  const output = calls[last]?.output ?? "";
  const error = failureLine(output);
  const between = calls.slice(last + 1, proof);
  if (error === undefined || !between.some(isAttempt)) return undefined;
  return {
    kind: "remediation",
    fingerprint: errorFingerprint(error),
    error,
    command,
    proof: calls[proof]?.command ?? command,
    fingerprints: failureFingerprints(output),
    attempts: failedAttempts(calls, first, last),
    files: [...new Set(between.filter(({ changes }) => changes).flatMap(({ files }) => files))].slice(0, 10),
    diff: diffOf(between),
    steps: between.flatMap((one) => (isAttempt(one) && one.command ? [opening(one.command, 200)] : [])).slice(0, 5),
  };
}

const maxDiffLength = 800;

/** The changes with the files that they were made in. */
const diffOf = (calls: readonly DraftCall[]): string =>
  calls
    .flatMap(({ changes, files, diff }) => (changes && diff ? [`${files.join(", ")}\n${diff}`] : []))
    .join("\n")
    .slice(0, maxDiffLength);

const isAttempt = (call: DraftCall) =>
  call.changes || (call.command !== undefined && call.ok === true && !isReadOnlyCommand(call.command));

/** What was tried between the first and the last failure: it did not help. */
const failedAttempts = (calls: readonly DraftCall[], from: number, to: number): string[] =>
  calls
    .slice(from + 1, to)
    .filter(isAttempt)
    .map(({ command, tool, files, intent }) => {
      const why = intent ? `: ${opening(intent, 120)}` : "";
      return command ?? `${tool} ${files.join(", ")}${why}`;
    })
    .slice(0, 8);
