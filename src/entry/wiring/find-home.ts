import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type Home, homeAt } from "../../base/home.js";

/** Separate from settings, because hooks need nothing else. */
export const findHome = (env: Readonly<Record<string, string | undefined>>): Home =>
  homeAt(resolve(env.THROUGHLINE_HOME || join(env.HOME || homedir(), ".throughline")));
