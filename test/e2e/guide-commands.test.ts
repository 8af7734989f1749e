import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { claudeSession } from "../support/claude-session.js";
import { mainScript, Product } from "../support/product.js";
import { root } from "../support/sources.js";

/**
 * Guides whose commands are run in order, as printed, on a home with one past session. The guides of team context, the team
 * service and many repositories need several people or repositories: see team-context-guide, team-service-guide and guides.
 * What starts a server until it is stopped (page, PostgreSQL) is only checked for its flags, in test/docs.test.ts.
 */
const pages = ["memory", "session-archive", "install", "connect-agents", "migrate"].map(
  (name) => `docs/guides/${name}.md`,
);

/** Programs of others, which are not on every machine: real-clients.test.ts runs those that are. */
const isOfHost = (line: string) =>
  /^(claude|codex|gemini) /.test(line) || (line.startsWith("throughline continue") && !line.includes("--print"));
/** A server ends with its input, and has nothing to say without a request. */
const isServer = (line: string) => line.startsWith("throughline mcp");

const session = "7f9e74cd-0000-4000-8000-000000000001";

const commandsOf = (page: string) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
    block.trim().split("\n"),
  );

const transcriptOf = ({ folder, repository }: Product) =>
  join(folder, ".claude/projects", repository.replaceAll(/\W/g, "-"), `${session}.jsonl`);

/** A database as claude-mem writes it, with one observation. */
async function writeClaudeMem(path: string): Promise<void> {
  const sql = await openSqlite(path);
  const times = "created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL";
  const texts = "title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, merged_into_project TEXT";
  await sql.run(`CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT NOT NULL, project TEXT NOT NULL,
    text TEXT, type TEXT NOT NULL, ${texts}, ${times})`);
  await sql.run(`INSERT INTO observations (memory_session_id, project, type, title, narrative, created_at, created_at_epoch)
    VALUES ('s', 'shop', 'bugfix', 'Port was random', 'The test took any free port.', '', 0)`);
  await sql.close();
}

describe.each(pages)("%s", (page) => {
  let product: Product;
  /** The ids that commands printed, by their prefix. */
  const ids = new Map<string, string[]>();
  const rememberIds = (output: string) => {
    for (const [id, prefix = ""] of output.matchAll(/\b(mem|cp)_[0-9a-z]+/g))
      ids.set(prefix, [...(ids.get(prefix) ?? []).filter((other) => other !== id), id]);
  };
  beforeAll(async () => {
    product = new Product();
    if (page.endsWith("migrate.md")) {
      mkdirSync(join(product.folder, ".claude-mem"));
      await writeClaudeMem(join(product.folder, ".claude-mem", "claude-mem.db"));
    }
    if (!/memory|archive/.test(page)) return;
    const transcript = claudeSession(product.repository, [
      { asked: "Why is the connection pool exhausted?", answered: "src/db/pool.ts never releases. Release it." },
    ]).replaceAll(/5e551011-0000-4000-8000-\d{12}/g, session);
    const files = {
      [transcriptOf(product)]: transcript,
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

  it("shows commands", () => expect(commandsOf(page).length).toBeGreaterThan(1));

  it.each(commandsOf(page).filter((line) => !isOfHost(line)))("shows a command that works: %s", (line) => {
    // Only a session that its agent deleted can be restored.
    if (line.startsWith("throughline restore-session")) rmSync(transcriptOf(product));
    const command = withIds(line).replace(/^throughline /, `"${process.execPath}" "${mainScript}" `);
    const { status, stdout, stderr } = spawnSync("bash", ["-c", command], {
      cwd: product.repository,
      env: product.env,
      encoding: "utf8",
      input: "",
    });
    rememberIds(stdout);
    expect({ status, stderr, said: stdout.length > 0 }).toEqual({ status: 0, stderr: "", said: !isServer(line) });
  });
});
