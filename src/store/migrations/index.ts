import { m0001Initial } from "./m0001-initial.js";
import type { Migration } from "./migration.js";

/** In order of application; a new step goes to the end. */
export const migrations: readonly Migration[] = [m0001Initial];
