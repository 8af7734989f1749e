import { parseJson } from "../../base/json.js";
import type { Run } from "../../store/bridge/run-store.js";
import type { Checkpoint } from "../../store/memory/checkpoint-store.js";
import { sessionOfEvidence } from "../../store/memory/forget-session.js";
import type { Memory } from "../../store/memory/memory.js";
import type { Remediation } from "../../store/memory/remediation.js";

// What someone wrote in a record. Ids, times, states and the names of fields are left out: a purge of what contains
// "solution" must not delete every fix.

export const writtenInMemory = ({ title, content, reason, tags, anchors, evidence, guards }: Memory): unknown => [
  title,
  content,
  reason,
  tags,
  anchors.map(({ name }) => name),
  evidence.map((one) => [one.title, one.quote, sessionOfEvidence(one) === undefined ? one.from : ""]),
  (guards ?? []).map(({ state, effect, ...form }) => form),
];

export const writtenInFix = (fix: Remediation): unknown => {
  const { title, problem, symptoms, rootCause, solution, failedAttempts, verifiedBy, codeDiff } = fix;
  const { affectedFiles, tags, fingerprint } = fix;
  return [
    title,
    problem,
    symptoms,
    rootCause,
    solution,
    failedAttempts,
    verifiedBy,
    codeDiff,
    affectedFiles,
    tags,
    fingerprint,
  ];
};

export const writtenInCheckpoint = ({ name, description, summary, context, fullState, metadata }: Checkpoint) => [
  name,
  description,
  summary,
  context,
  fullState,
  metadata,
  Object.keys(metadata),
];

export const writtenInRun = ({ request, error, answer, branch }: Run): unknown => [
  request,
  error,
  branch,
  parseJson(answer ?? "") ?? answer,
];
