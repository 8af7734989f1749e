import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claudeSession } from "../support/claude-session.js";
import { mainScript, Product } from "../support/product.js";
import { root } from "../support/sources.js";

/** Guides whose commands are run in order, as printed, on a home with one past session. */
const pages = ["docs/guides/memory.md", "docs/guides/session-archive.md"];

const session = "7f9e74cd-0000-4000-8000-000000000001";

const commandsOf = (page: string) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
    block.trim().split("\n"),
  );

describe.each(pages)("%s", (page) => {
  let product: Product;
  /** The ids that commands printed, by their prefix. */
  const ids = new Map<string, string[]>();
  const rememberIds = (output: string) => {
    for (const [id, prefix = ""] of output.matchAll(/\b(mem|cp)_[0-9a-z]+/g))
      ids.set(prefix, [...(ids.get(prefix) ?? []).filter((other) => other !== id), id]);
  };
  beforeAll(() => {
    product = new Product();
    const transcript = claudeSession(product.repository, [
      { asked: "Why is the connection pool exhausted?", answered: "src/db/pool.ts never releases. Release it." },
    ]).replaceAll(/5e551011-0000-4000-8000-\d{12}/g, session);
    const folder = join(product.folder, ".claude/projects", product.repository.replaceAll(/\W/g, "-"));
    const files = {
      [join(folder, `${session}.jsonl`)]: transcript,
      [join(product.repository, "src/db/pool.ts")]: `${"export const limit = 4;\n".repeat(50)}`,
      [join(product.repository, "src/server/limit.ts")]: "export const limitRequests = (n: number) => n < 100;\n",
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const git = (...args: string[]) => spawnSync("git", ["-C", product.repository, ...args]);
    git("add", "-A");
    git("-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "-qm", "Add the pool");
    product.run(["import", "sessions"]);
    // The guide compares its checkpoint with an earlier one.
    rememberIds(product.run(["checkpoint", "save", "Started"]).stdout);
  });
  afterAll(() => product.remove());

  /** A page writes `mem_…` for the id that an earlier command printed, the latest first. */
  const withIds = (line: string) => {
    const next = new Map([...ids].map(([prefix, all]) => [prefix, [...all]]));
    return line.replace(/\b([a-z]+)_…/g, (placeholder, prefix: string) => next.get(prefix)?.pop() ?? placeholder);
  };

  it("shows commands", () => expect(commandsOf(page).length).toBeGreaterThan(10));

  it.each(commandsOf(page))("shows a command that works: %s", (line) => {
    const command = withIds(line).replace(/^throughline /, `"${process.execPath}" "${mainScript}" `);
    const { status, stdout, stderr } = spawnSync("bash", ["-c", command], {
      ...{ cwd: product.repository, env: product.env, encoding: "utf8", input: "" },
    });
    rememberIds(stdout);
    expect({ status, stderr, said: stdout.length > 0 }).toEqual({ status: 0, stderr: "", said: true });
  });
});
