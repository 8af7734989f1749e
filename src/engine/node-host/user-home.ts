import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";

/** The user's home folder. A home that is empty or relative would be in whatever folder a program is started in. */
export const userHome = (env: Readonly<Record<string, string | undefined>>): string =>
  [env.HOME, homedir()].find((one) => one !== undefined && isAbsolute(one)) ?? userInfo().homedir;
