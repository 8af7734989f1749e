/** What a sync tool answers: what became of the call, and more beside it. */
export type SyncAnswer = { readonly status: string } & Readonly<Record<string, unknown>>;
