export interface ApiError {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: Readonly<Record<string, unknown>>;
  };
}

/** A project that sessions, memories or shared files belong to. */
export interface ProjectRow {
  readonly id: string;
  readonly name: string;
  /** The folder of its last session; calls about its shared files name it. */
  readonly folder: string;
  readonly sessions: number;
  readonly lastAt: string;
}

/** A record that came out of a session, or that it received. */
export interface RecordLink {
  readonly kind: "memory" | "fix";
  readonly id: string;
  readonly title: string;
}

export interface Welcome {
  readonly version: string;
  /** The folder that the server was started in. */
  readonly folder: string;
  readonly projects: readonly ProjectRow[];
  /** Who is signed in to a team service. */
  readonly member?: { readonly tenant: string; readonly user: string; readonly role: "read" | "write" | "admin" };
}
