import type { Remediation } from "../../../store/archive/exchange.js";
import type { DraftCall } from "../fold-session.js";
import { errorFingerprint, errorLine } from "./error-fingerprint.js";
import { normalizeCommand } from "./normalize-command.js";
import { opening } from "./sentences.js";

/** Errors that were overcome: a command failed, something was done, and the same command passed. */
export function findRemediations(calls: readonly DraftCall[], most = 5): Remediation[] {
  const found = new Map<string, Remediation>();
  for (const [end, proof] of calls.entries()) {
    if (!proof.command || proof.ok !== true) continue;
    const name = normalizeCommand(proof.command);
    const failures = calls
      .slice(0, end)
      .map((call, at) => ({ call, at }))
      .filter(({ call }) => call.ok === false && call.command !== undefined && normalizeCommand(call.command) === name);
    const last = failures.at(-1);
    if (!last || name === "" || passedBetween(calls, name, last.at, end)) continue;
    const error = errorLine(last.call.output ?? "");
    const between = calls.slice(last.at + 1, end);
    if (error === "" || !between.some(isAttempt)) continue;
    const fingerprint = errorFingerprint(error);
    found.set(fingerprint, {
      kind: "remediation",
      ...{ fingerprint, error, command: name, proof: proof.command },
      attempts: failedAttempts(calls, failures[0]?.at ?? last.at, last.at),
      files: [...new Set(between.filter(({ changes }) => changes).flatMap(({ files }) => files))].slice(0, 10),
    });
  }
  return [...found.values()].slice(0, most);
}

const isAttempt = (call: DraftCall) => call.changes || (call.command !== undefined && call.ok === true);

const passedBetween = (calls: readonly DraftCall[], name: string, from: number, to: number): boolean =>
  calls
    .slice(from + 1, to)
    .some((call) => call.ok === true && call.command !== undefined && normalizeCommand(call.command) === name);

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
