/** A file, a session, or something that agents know. */
export interface MapNode {
  readonly kind: "file" | "session" | "memory" | "fix" | "decision";
  readonly id: string;
  readonly title: string;
  /** Of a session. */
  readonly agent?: string;
  readonly at?: string;
}

export interface MapEdge {
  /** `kind/id` of both ends: from a session or a file, to a file or a record. */
  readonly from: string;
  readonly to: string;
  readonly how: "changed" | "read" | "about" | "learned" | "received";
}

/** What agents know about the files of a project, and the sessions behind it. */
export interface KnowledgeMap {
  /** Id and folder of the project; both empty without one. */
  readonly project: string;
  readonly folder: string;
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
  /** How many nodes were left out. */
  readonly omitted: number;
}
