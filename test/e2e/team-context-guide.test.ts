import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { mainScript } from "../support/product.js";
import { root } from "../support/sources.js";
import { aPerson, commitCode, runGit } from "../support/team.js";

const page = readFileSync(join(root, "docs", "guides", "team-context.md"), "utf8");
const blocks = [...page.matchAll(/```sh (\w+)( fails)?\n([\s\S]*?)```/g)].map(([, who = "", fails, text = ""]) => ({
  who,
  status: fails ? 1 : 0,
  commands: text.trim().split(/\n(?=throughline )/),
}));

describe("docs/guides/team-context.md", () => {
  const folder = mkdtempSync(join(tmpdir(), "throughline-guide-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  runGit(folder, "init", "-q", "--bare", "-b", "main", "remote.git");
  for (const who of ["ada", "bob"]) runGit(folder, "clone", "-q", "remote.git", who);
  const ada = aPerson(join(folder, "ada"), "ada");
  ada.git("checkout", "-q", "-b", "main");
  commitCode(ada, "README.md", "# Shop\n");
  ada.git("push", "-q", "-u", "origin", "main");
  runGit(join(folder, "bob"), "pull", "-q", "origin", "main");

  const git = { GIT_CONFIG_GLOBAL: "/dev/null" };
  const env = { ...process.env, ...git, HOME: folder, NO_COLOR: "1", THROUGHLINE_SEARCH_MODEL: "off" };
  const shell = (who: string, command: string) =>
    spawnSync("sh", ["-c", `throughline() { "${process.execPath}" "${mainScript}" "$@"; }\n${command}`], {
      cwd: join(folder, who),
      env: { ...env, THROUGHLINE_HOME: join(folder, `home-${who}`), MCP_CALLER: who },
      encoding: "utf8",
    });

  it("has commands to run", () => expect(blocks.flatMap(({ commands }) => commands).length).toBeGreaterThan(20));

  for (const { who, status, commands } of blocks) {
    for (const command of commands) {
      it(`shows a command that ${status ? "asks for more" : "works"}: ${who}$ ${command.split("\n")[0]}`, () => {
        const done = shell(who, command);
        expect({ status: done.status, stderr: done.stderr, said: done.stdout.trim() !== "" }).toEqual({
          status,
          stderr: "",
          said: true,
        });
      });
    }
  }

  it("leaves both with the same content, and nothing private in git", () => {
    for (const who of ["ada", "bob"]) {
      const text = readFileSync(join(folder, who, ".context-teleport/knowledge/architecture.md"), "utf8");
      expect(text).toContain("PostgreSQL; SQLite with replicas in tests");
    }
    const history = execFileSync("git", ["log", "-p", "--all"], { cwd: join(folder, "remote.git"), encoding: "utf8" });
    expect(history).toContain("feature branches");
    expect(history).not.toMatch(/budget|my-notes/);
  });
});
