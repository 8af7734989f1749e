/** The answer of a sync tool: a status and further fields. */
export type SyncAnswer = { readonly status: string } & Readonly<Record<string, unknown>>;
