import { m0001Initial } from "./m0001-initial.js";
import { m0005Archive } from "./m0005-archive.js";
import type { Migration } from "./migration.js";

/** In order of application; a new step goes to the end. */
export const migrations: readonly Migration[] = [m0001Initial, m0005Archive];
