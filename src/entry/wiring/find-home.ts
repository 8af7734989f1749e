import { join, resolve } from "node:path";
import { type Home, homeAt } from "../../base/home.js";
import { userHome } from "../../engine/node-host/user-home.js";

/** Separate from settings, because hooks need nothing else. */
export const findHome = (env: Readonly<Record<string, string | undefined>>): Home =>
  homeAt(resolve(env.THROUGHLINE_HOME || join(userHome(env), ".throughline")));
