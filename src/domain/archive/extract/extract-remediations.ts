import { errorFingerprint } from "../../../base/text/error-fingerprint.js";
import { opening } from "../../../base/text/sentences.js";
import type { Remediation } from "../../../store/archive/exchange.js";
import { failureFingerprints, failureLine } from "../../errors/failure-line.js";
import type { DraftCall } from "../ingest/exchange-draft.js";
import { coversCommand } from "./covers-command.js";
import { isReadOnlyCommand } from "./is-read-only-command.js";
import { normalizeCommand } from "./normalize-command.js";

/** Failures of one command since it passed last. */
interface Streak {
  readonly first: number;
  readonly last: number;
}

/**
 * Errors that were overcome: a command failed, something was done, and it passed, or one that covers it. The calls before
 * `from` belong to earlier exchanges, and so do their proofs.
 */
export function extractRemediations(calls: readonly DraftCall[], from = 0, max = 5): Remediation[] {
  const remediations = new Map<string, Remediation>();
  const onPass = (command: string, streak: Streak, proof: number) => {
    const overcome = proof < from ? undefined : remediationOf(calls, command, streak, proof);
    if (overcome) remediations.set(overcome.fingerprint, overcome);
  };
  failingCommands(calls, onPass);
  return [...remediations.values()].slice(-max);
}

const maxCarriedAttempts = 10;

/** What the next exchange needs to recognize the fix of a command that still fails: its failure and what was done since. */
export function unresolvedCalls(calls: readonly DraftCall[]): DraftCall[] {
  const last = Math.max(-1, ...[...failingCommands(calls).values()].map((streak) => streak.last));
  const failure = calls[last];
  if (!failure) return [];
  return [
    failure,
    ...calls
      .slice(last + 1)
      .filter(isAttempt)
      .slice(-maxCarriedAttempts),
  ];
}

type OnPass = (command: string, streak: Streak, proof: number) => void;

/** The commands that fail after the last call, and a report of each that passes. */
function failingCommands(calls: readonly DraftCall[], onPass: OnPass = () => {}): ReadonlyMap<string, Streak> {
  const failing = new Map<string, Streak>();
  for (const [at, call] of calls.entries()) {
    const name = call.command === undefined || call.ok === undefined ? "" : normalizeCommand(call.command);
    if (name === "") continue;
    const streak = failing.get(name);
    if (call.ok === false) {
      failing.set(name, { first: streak?.first ?? at, last: at });
      continue;
    }
    for (const [command, failure] of failing) {
      if (command !== name && !coversCommand(call.command ?? "", command)) continue;
      failing.delete(command);
      onPass(command, failure, at);
    }
  }
  return failing;
}

function remediationOf(
  calls: readonly DraftCall[],
  command: string,
  { first, last }: Streak,
  proof: number,
): Remediation | undefined {
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
