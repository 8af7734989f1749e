import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type Platform, platformOf } from "../../base/platform.js";
import { userHome } from "../../engine/node-host/user-home.js";
import type { Launch } from "../../hosts/host.js";

export const systemPlatform = (): Platform =>
  platformOf({ os: process.platform, home: userHome(process.env), env: process.env });

/** Node and the program by their real paths: links may be removed, and an agent's PATH may differ. */
export function systemLaunch(): Launch {
  const home = process.env.THROUGHLINE_HOME;
  const script = resolve(process.argv[1] ?? "throughline");
  return {
    words: [process.execPath, existsSync(script) ? realpathSync(script) : script],
    env: home ? { THROUGHLINE_HOME: resolve(home) } : {},
  };
}
