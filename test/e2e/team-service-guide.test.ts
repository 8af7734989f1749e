import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../support/free-port.js";
import { mainScript } from "../support/product.js";
import { root } from "../support/sources.js";

const page = readFileSync(join(root, "docs", "guides", "team-service.md"), "utf8");
const blocks = [...page.matchAll(/```sh (\w+)( fails| runs)?\n([\s\S]*?)```/g)].map(
  ([, who = "", how = "", text = ""]) => ({ who, how: how.trim(), commands: text.trim().split(/\n(?=throughline )/) }),
);

describe("docs/guides/team-service.md", () => {
  const folder = mkdtempSync(join(tmpdir(), "throughline-guide-"));
  const learned: Record<string, string> = {};
  let port = 0;
  let service: ChildProcess | undefined;
  beforeAll(async () => {
    // Replaces the port on the page.
    port = await freePort();
    for (const { who } of blocks) mkdirSync(join(folder, who), { recursive: true });
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => service?.on("close", resolve));
    service?.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  const script = (command: string) =>
    `throughline() { "${process.execPath}" "${mainScript}" "$@"; }\n${command.replaceAll("8080", String(port))}`;
  const options = (who: string) => ({
    cwd: join(folder, who),
    env: {
      ...process.env,
      ...learned,
      HOME: folder,
      NO_COLOR: "1",
      THROUGHLINE_SEARCH_MODEL: "off",
      THROUGHLINE_HOME: join(folder, `home-${who}`),
    },
  });

  /** Values that a person would copy from one terminal to another. */
  const learn = (command: string, said: string) => {
    const [, name = ""] = /token create (\w+)/.exec(command) ?? [];
    if (name === "") return;
    learned[`${name.toUpperCase()}_TOKEN`] = said.trim().split("\n").at(-1) ?? "";
    learned[`${name.toUpperCase()}_TOKEN_ID`] = /tok_\w+/.exec(said)?.[0] ?? "";
  };

  it("has commands to run", () => expect(blocks.flatMap(({ commands }) => commands).length).toBeGreaterThan(18));

  for (const { who, how, commands } of blocks) {
    for (const command of commands) {
      it(`shows a command that ${how || "works"}: ${who}$ ${command.split("\n")[0]}`, async () => {
        if (how === "runs") {
          service = spawn(
            "sh",
            ["-c", script(`exec ${command.replace("throughline", `"${process.execPath}" "${mainScript}"`)}`)],
            options(who),
          );
          await expect
            .poll(
              () =>
                fetch(`http://localhost:${port}/readyz`).then(
                  ({ status }) => status,
                  () => 0,
                ),
              { timeout: 30_000 },
            )
            .toBe(200);
          return;
        }
        const { status, stdout, stderr } = spawnSync("sh", ["-c", script(command)], {
          ...options(who),
          encoding: "utf8",
        });
        learn(command, stdout);
        expect({ isDone: status === 0, said: stdout + stderr }).toEqual({
          isDone: how !== "fails",
          said: expect.stringMatching(/\S/),
        });
        if (command.includes("memory search")) expect(stdout).toContain("Close the pool");
        if (command.includes("remediation search")) expect(stdout).toContain("docker compose up db");
      });
    }
  }
});
