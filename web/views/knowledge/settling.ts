import { signal } from "@preact/signals";

/** Proposals that were decided, until the time to take it back is over. */
export const settling = signal<ReadonlySet<string>>(new Set());
