import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { compress, decompress } from "../../src/store/archive/compression.js";
import { Product } from "../support/product.js";

const token = `ghp_${"aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3eF6"}`;

describe("throughline secrets", () => {
  let product: Product;
  beforeEach(() => {
    product = new Product();
    writeFileSync(join(product.repository, "deploy.sh"), `#!/bin/sh\ncurl -H "x: y"\nTOKEN=${token}\n`);
  });
  afterEach(() => product.remove());

  it("reports the rule and the location, never the value", () => {
    const { status, stdout } = product.run(["secrets", "scan"]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^deploy\.sh:3:7 github-pat sha256:[0-9a-f]{64}$/m);
    expect(stdout).not.toContain(token);
  });

  it("prints SARIF for code hosts", () => {
    const sarif = JSON.parse(product.run(["secrets", "scan", "--format", "sarif"]).stdout);
    expect(sarif.runs[0].results).toMatchObject([
      {
        ruleId: "github-pat",
        locations: [{ physicalLocation: { artifactLocation: { uri: "deploy.sh" }, region: { startLine: 3 } } }],
      },
    ]);
  });

  it("accepts what a person allowed, by value or by rule", () => {
    const hash = /sha256:[0-9a-f]{64}/.exec(product.run(["secrets", "scan"]).stdout)?.[0] ?? "";
    expect(product.run(["secrets", "allow", hash]).status).toBe(0);
    expect(product.run(["secrets", "scan"]).stdout).toContain("No secrets found.");
    expect(product.run(["secrets", "allow", "everything"]).status).toBe(2);
  });

  it("applies the repository's allowlist once it is approved", () => {
    writeFileSync(join(product.repository, ".gitleaks.toml"), '[allowlist]\nregexes = ["ghp_aB3dE6.*"]\n');
    expect(product.run(["secrets", "scan", "deploy.sh"]).status).toBe(1);
    expect(product.run(["config", "trust", ".gitleaks.toml"]).status).toBe(0);
    expect(product.run(["secrets", "scan", "deploy.sh"]).status).toBe(0);
  });

  it("finds tokens of a custom rule", () => {
    product.run(["config", "set", "redaction.prefixes", "acme:acme_live_"]);
    const { stdout } = product.run(["secrets", "test", `key acme_live_${"a1B2c3D4e5F6g7H8"} end`]);
    expect(stdout).toBe("key [REDACTED] end\nFound by: own-acme.\n");
  });

  it("finds secrets in the history of the shared files", () => {
    const git = (...args: string[]) =>
      spawnSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
        cwd: product.repository,
      });
    product.run(["init"]);
    const file = join(product.repository, ".context-teleport", "knowledge", "deploy.md");
    for (const text of [`with ${token}`, "with the vault"]) {
      writeFileSync(file, text);
      git("add", "-A", ".context-teleport");
      git("commit", "-q", "-m", "x");
    }
    expect(product.run(["secrets", "scan", ".context-teleport"]).status).toBe(0);
    const { stdout } = product.run(["secrets", "scan", ".context-teleport", "--history"]);
    expect(stdout).toMatch(/^[0-9a-f]{7,}:\.context-teleport\/knowledge\/deploy\.md:1:6 github-pat/m);
  });

  it("redacts rows, chunks and files that were written before a rule existed, and reports only where", async () => {
    product.run(["project", "create", "shop"]);
    const sql = await openSqlite(join(product.home, "throughline.db"));
    await sql.run("UPDATE projects SET description = ?", [`deploy with ${token}`]);
    await sql.close();
    const receipts = join(product.home, "receipts");
    mkdirSync(receipts, { recursive: true });
    const receipt = join(receipts, "2020-01-01.jsonl");
    writeFileSync(receipt, `{"text":"use ${token}"}\n`);
    utimesSync(receipt, 1e9, 1e9);
    const databaseFiles = () => readdirSync(product.home).filter((name) => name.startsWith("throughline.db"));
    const holdsToken = () => databaseFiles().some((name) => readFileSync(join(product.home, name)).includes(token));
    expect(holdsToken()).toBe(true);

    expect(product.run(["secrets", "clean", "--dry-run"]).stdout).toContain("Would redact 1 value and 1 file.");
    expect(holdsToken()).toBe(true);
    const { status, stdout } = product.run(["secrets", "clean"]);
    expect({ status, stdout }).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("projects.description: 1 value"),
    });
    expect(stdout).not.toContain(token);
    expect(holdsToken()).toBe(false);
    expect(readFileSync(receipt, "utf8")).toBe('{"text":"use [REDACTED]"}\n');
    expect(product.run(["secrets", "clean"]).stdout).toContain("Redacted 0 values and 0 files.");
  });

  it("scans and cleans compressed chunks, and continues after a damaged one", async () => {
    product.run(["project", "create", "shop"]);
    const sql = await openSqlite(join(product.home, "throughline.db"));
    const insert = "INSERT INTO session_chunks (tenant, session_id, position, events, body) VALUES (?, ?, ?, ?, ?)";
    await sql.run(insert, ["default", "s1", 1, 1, Buffer.from([0xff, 1, 2, 3])]);
    await sql.run(insert, ["default", "s1", 2, 1, compress(JSON.stringify([{ text: `use ${token}` }]))]);
    const scan = product.run(["secrets", "scan", "deploy.sh", "--rows"]).stdout;
    expect(scan).toContain("database: session_chunks.body:1:1 unreadable-row");
    expect(scan).toContain("github-pat");
    const { status, stdout } = product.run(["secrets", "clean"]);
    expect(status).toBe(1);
    expect(stdout).toContain("session_chunks.body: 1 value");
    expect(stdout).toContain("Could not clean 1 row.");
    const [row] = await sql.all<{ body: Uint8Array }>("SELECT body FROM session_chunks WHERE position = 2");
    expect(decompress(row?.body ?? new Uint8Array())).toBe('[{"text":"use [REDACTED]"}]');
    await sql.close();
  });

  it("finds secrets in rows written before a rule existed", async () => {
    product.run(["project", "create", "shop"]);
    const sql = await openSqlite(join(product.home, "throughline.db"));
    await sql.run("UPDATE projects SET description = ?", [token]);
    await sql.close();
    expect(product.run(["secrets", "scan", "deploy.sh", "--rows"]).stdout).toContain(
      "database: projects.description:1:1 github-pat",
    );
  });

  it("stores nothing between private tags", () => {
    const text = "Deploy on Fridays. <private>Ada's salary is 12</private> Never on Mondays.";
    product.run(["memory", "record", "Deploy", text, "--project-id", "p", "--outcome", "success"]);
    const { stdout } = product.run(["memory", "search", "deploy", "--project-id", "p"]);
    expect(stdout).toContain("Deploy on Fridays.  Never on Mondays.");
    expect(stdout).not.toContain("salary");
  });

  it("captures no session of an excluded folder or its subfolders", () => {
    const line = (sessionId: string, cwd: string) =>
      JSON.stringify({
        type: "user",
        uuid: sessionId,
        parentUuid: null,
        sessionId,
        cwd,
        timestamp: "2026-10-10T09:00:00.000Z",
        message: { role: "user", content: "How do we deploy the lighthouse?" },
      });
    const note = (session: string, cwd: string) => {
      const transcript = join(product.folder, `${session}.jsonl`);
      writeFileSync(transcript, `${line(session, cwd)}\n`);
      const payload = { hook_event_name: "Stop", session_id: session, transcript_path: transcript, cwd };
      product.run(["hook"], { input: JSON.stringify(payload) });
    };
    product.run(["config", "set", "archive.exclude", join(product.folder, "secret")]);
    note("hidden", join(product.folder, "secret", "plans"));
    note("shown", product.repository);
    const { results } = JSON.parse(product.run(["archive", "search", "lighthouse", "--json"]).stdout);
    expect(results.map(({ sessionId }: { sessionId: string }) => sessionId)).toEqual(["shown"]);
  });

  it("names a path that does not exist", () => {
    expect(product.run(["secrets", "scan", "nowhere"])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining("File or folder not found"),
    });
  });
});
