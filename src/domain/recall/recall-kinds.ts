/** Kinds of records by the names that tools and commands use, and the kinds of their search documents. */
const documentKindOf = {
  memory: "memory",
  fix: "remediation",
  checkpoint: "checkpoint",
  session: "exchange",
  knowledge: "knowledge",
  decision: "decision",
  convention: "convention",
  skill: "skill",
  code: "code",
} as const;

export type RecallKind = keyof typeof documentKindOf;

export const recallKinds = Object.keys(documentKindOf) as [RecallKind, ...RecallKind[]];

export const toDocumentKind = (kind: RecallKind): string => documentKindOf[kind];

export const toRecallKind = (documentKind: string): string =>
  recallKinds.find((kind) => documentKindOf[kind] === documentKind) ?? documentKind;
