import { signal } from "@preact/signals";
import type { Welcome } from "../../src/surface/http/api-types.js";

/** What the server said first: its version and the projects it knows. */
export const welcome = signal<Welcome | undefined>(undefined);
