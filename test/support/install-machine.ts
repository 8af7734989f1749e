import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { homeAt } from "../../src/base/home.js";
import { platformOf } from "../../src/base/platform.js";
import { createHostHooks } from "../../src/domain/install/host-hooks.js";
import { createInstaller } from "../../src/domain/install/installer.js";
import { nodeConfigFiles } from "../../src/engine/node-config-files/node-config-files.js";
import { sqliteLock } from "../../src/engine/sqlite/sqlite-lock.js";

/** A machine with an empty user home, and an installer for it. */
export function installMachine() {
  const folder = mkdtempSync(join(tmpdir(), "throughline-install-"));
  const person = join(folder, "person");
  mkdirSync(person);
  const home = homeAt(join(folder, "home"));
  const platform = platformOf({ os: "linux", home: person, env: {} });
  const launch = { words: ["/opt/node", "/opt/main.js"], env: {} };
  const installer = createInstaller({ files: nodeConfigFiles, lock: sqliteLock(), platform, home, launch });
  return {
    folder,
    person,
    home,
    platform,
    installer,
    hooks: createHostHooks({ files: nodeConfigFiles, platform, installer }),
    install: async (agents: string[]) => installer.apply(await installer.plan({ agents, scope: "user", project: "" })),
    uninstall: async () => installer.applyRemoval(await installer.planRemoval([])),
    path: (name: string) => join(person, name),
    has: (name: string) => existsSync(join(person, name)),
    read: (name: string) => readFileSync(join(person, name), "utf8"),
    write(name: string, text: string) {
      mkdirSync(dirname(join(person, name)), { recursive: true });
      writeFileSync(join(person, name), text);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
