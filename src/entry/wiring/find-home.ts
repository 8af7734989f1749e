import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type Home, homeAt } from "../../base/home.js";

/** Kept apart from settings: a hook asks for nothing else. */
export const findHome = (env: Readonly<Record<string, string | undefined>>): Home =>
  homeAt(resolve(env.THROUGHLINE_HOME || join(env.HOME || homedir(), ".throughline")));
