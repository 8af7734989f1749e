import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readTree } from "../support/fabricated-hosts.js";
import { Product } from "../support/product.js";
import { root } from "../support/sources.js";
import { runGit } from "../support/team.js";

const isRoot = process.getuid?.() === 0;
/** A user without a name, a shell or a home; only root can become it. */
const nobody = 65_534;
const users = [
  { who: "the user of these tests", uid: undefined },
  { who: "an ordinary user", uid: nobody },
];

let folder: string;
let home: string;
let program: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-newcomer-"));
  chmodSync(folder, 0o755);
  home = join(folder, "home");
  mkdirSync(join(home, ".claude"), { recursive: true });
  program = join(home, ".npm", "_npx", "0a1b2c3d", "node_modules", "throughline");
  // The other user may not be able to enter this clone. Packages for search by meaning and for code are not needed.
  for (const name of ["dist", "package.json", "plugins"])
    cpSync(join(root, name), join(program, name), { recursive: true, dereference: true });
  for (const name of ["@photostructure/sqlite", "node-gyp-build"])
    cpSync(join(root, "node_modules", name), join(dirname(program), name), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function giveTo(uid: number): void {
  for (const name of ["", ...Object.keys(readTree(folder))]) chownSync(join(folder, name), uid, uid);
}

describe.skipIf(process.platform === "win32").each(users)("$who", ({ uid }) => {
  it.skipIf(uid !== undefined && !isRoot)("installs with npx from an empty home, and needs no global prefix", () => {
    if (uid !== undefined) giveTo(uid);
    const run = (command: string, ...args: string[]) =>
      spawnSync(command, args, {
        cwd: home,
        encoding: "utf8",
        ...(uid === undefined ? {} : { uid, gid: uid }),
        // npm's folder of global programs belongs to root, as it does with the Node of a Linux distribution.
        env: {
          PATH: "/usr/local/bin:/usr/bin:/bin",
          HOME: home,
          npm_config_prefix: "/usr",
          THROUGHLINE_SEARCH_MODEL: "off",
        },
      });
    const before = readTree(join(home, ".claude"));
    const installed = run(
      process.execPath,
      join(program, "dist", "main.js"),
      "install",
      "--yes",
      "--agent",
      "claude-code",
    );
    expect({ status: installed.status, stderr: installed.stderr }).toEqual({ status: 0, stderr: "" });
    expect(installed.stdout).toContain("Connected Claude Code.");
    expect(installed.stdout).toContain('Tell your agent: "remember that');
    expect(installed.stdout).toContain('export PATH="$HOME/.local/bin:$PATH"');

    // npm empties its cache: agents and the shell start a copy of the program.
    rmSync(join(home, ".npm"), { recursive: true });
    const config = readFileSync(join(home, ".claude.json"), "utf8");
    const script = /"([^"]+main\.js)"/.exec(config)?.[1] ?? "";
    expect(script).toContain(join(home, ".throughline", "program"));
    expect(existsSync(script)).toBe(true);
    const throughline = join(home, ".local", "bin", "throughline");
    expect(run(throughline, "memory", "record", "Use pnpm", "Not npm.", "--outcome", "success").status).toBe(0);
    expect(run(throughline, "search", "pnpm").stdout).toContain("Not npm.");
    expect(run(throughline, "doctor").stdout).not.toContain("readable by other users");
    expect(run(throughline, "doctor").stdout).toContain("claude-code: connected");

    expect(run(throughline, "uninstall", "--yes", "--purge").status).toBe(0);
    expect(readTree(join(home, ".claude"))).toEqual(before);
    expect(existsSync(join(home, ".local"))).toBe(false);
    expect(existsSync(join(home, ".throughline"))).toBe(false);
  });
});

describe("a repository without a session", () => {
  it("offers what it says at the first install, and gives it to agents once it is accepted", () => {
    const product = new Product();
    try {
      mkdirSync(join(product.folder, ".claude"));
      const rule = "Never edit a released migration; add a file instead.";
      writeFileSync(join(product.repository, "CONTRIBUTING.md"), `# Contributing\n\n## Migrations\n\n${rule}\n`);
      runGit(product.repository, "add", "-A");
      runGit(product.repository, "-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-qm", "Start");
      const start = () => {
        const event = { session_id: "s1", cwd: product.repository, hook_event_name: "SessionStart" };
        return product.run(["hook", "--host", "claude-code"], { input: JSON.stringify(event) }).stdout;
      };
      const installed = product.run(["install", "--yes", "--agent", "claude-code"]).stdout;
      expect(installed).toContain("This repository says 1 thing worth knowing. Review with `throughline init`.");
      expect(start()).not.toContain(rule);

      const shown = product.run(["init"]).stdout;
      expect(shown).toContain(`- Migrations: ${rule} (CONTRIBUTING.md:5)`);
      expect(shown).toContain("throughline init --accept");
      expect(start()).not.toContain(rule);

      expect(product.run(["init", "--accept"]).stdout).toContain("Agents receive them from the next session on.");
      expect(start()).toContain(`${rule} (CONTRIBUTING.md:5)`);
      expect(product.run(["init"]).stdout).not.toContain(rule);
    } finally {
      product.remove();
    }
  });
});
