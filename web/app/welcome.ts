import { signal } from "@preact/signals";
import type { Welcome } from "../../src/surface/http/api-types.js";

/** The first answer of the server: its version and its projects. */
export const welcome = signal<Welcome | undefined>(undefined);
