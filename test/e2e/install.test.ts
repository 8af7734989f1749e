import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claudeSession } from "../support/claude-session.js";
import { fabricatedHosts, readTree, writeTree } from "../support/fabricated-hosts.js";
import { Product } from "../support/product.js";

/** Folder that holds the programs of real agents, see CONTRIBUTING.md. */
const clientBin = process.env.THROUGHLINE_TEST_CLIENT_BIN ?? "";

let product: Product;
let person: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  product = new Product();
  person = join(product.folder, "Zoë Doe");
  mkdirSync(person);
  env = { HOME: person, XDG_CONFIG_HOME: "" };
});
afterEach(() => product.remove());

const run = (...args: string[]) => product.run(args, { env });

describe("throughline install", () => {
  it("changes nothing without a terminal, and shows the exact diff in a dry run", () => {
    writeTree(person, fabricatedHosts);
    const before = readTree(person);
    const shown = {
      install: /Codex +~\/\.codex\/config\.toml and 2 more +[-+\d ]+tools, hooks, skills\n/,
      "install --dry-run": /^\+\[mcp_servers\.throughline\]$/m,
    };
    for (const [line, pattern] of Object.entries(shown)) {
      const { status, stdout } = run(...line.split(" "));
      expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringMatching(pattern) });
      expect(stdout).toContain("Nothing was changed");
    }
    expect(readTree(person)).toEqual(before);
  });

  it("and uninstall restore the settings of every host", () => {
    writeTree(person, fabricatedHosts);
    const before = readTree(person);
    expect(run("install", "--yes").status).toBe(0);
    expect(run("install", "--yes").stdout).toContain("Nothing to change");
    expect(run("uninstall", "--yes").status).toBe(0);
    expect(readTree(person)).toEqual(before);
  });

  it("hides other servers' secrets in its output, and keeps them in the file", () => {
    const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    writeTree(person, {
      ".cursor/mcp.json": `{\n  "mcpServers": {\n    "gh": { "env": { "TOKEN": "${secret}" } }\n  }\n}\n`,
    });
    const { stdout } = run("install", "--dry-run");
    expect(stdout).toContain('"gh"');
    expect(stdout).not.toContain(secret);
    run("install", "--yes");
    expect(readFileSync(join(person, ".cursor/mcp.json"), "utf8")).toContain(secret);
  });

  it("refuses a broken file, changes the others, and reports it in the exit code", () => {
    writeTree(person, { ".cursor/mcp.json": "{ broken", ".codex/config.toml": "" });
    const { status, stdout } = run("install", "--yes");
    expect(status).toBe(1);
    expect(stdout).toMatch(/refused .*mcp\.json: cannot be read as JSON/);
    expect(readFileSync(join(person, ".cursor/mcp.json"), "utf8")).toBe("{ broken");
    expect(readFileSync(join(person, ".codex/config.toml"), "utf8")).toContain("[mcp_servers.throughline]");
  });

  it("imports earlier sessions, so that the next command finds them", () => {
    const session = claudeSession(product.repository, [
      {
        asked: "Why does the login test fail at random?",
        answered: "It takes a random port. Pin it to 4010 in vitest.config.ts.",
      },
    ]);
    writeTree(person, { [`.claude/projects/${product.repository.replaceAll(/[^\w]/g, "-")}/5e551011.jsonl`]: session });
    expect(run("install", "--yes").stdout).toContain("Imported 1 session.");
    expect(run("archive", "search", "login test random port").stdout).toContain(
      "Why does the login test fail at random?",
    );
    expect(run("uninstall", "--yes").status).toBe(0);
    expect(Object.keys(readTree(person)).filter((name) => !name.startsWith(".claude/projects"))).toEqual([".claude"]);
  });

  it("injects what the last session did into the next one, with a receipt", () => {
    const session = claudeSession(product.repository, [
      { asked: "Why does the login test fail at random?", answered: "It takes a random port. Pin it to 4010." },
    ]);
    writeTree(person, { [`.claude/projects/${product.repository.replaceAll(/[^\w]/g, "-")}/5e551011.jsonl`]: session });
    run("install", "--yes");
    const payload = { session_id: "new", cwd: product.repository, hook_event_name: "SessionStart", source: "startup" };
    const hook = ["hook", "--host", "claude-code", "--event", "SessionStart"];
    const patient = { ...env, THROUGHLINE_ARCHIVE_HOOK_DEADLINE: "10000" };
    const { stdout } = product.run(hook, { env: patient, input: JSON.stringify(payload) });
    const { additionalContext } = JSON.parse(stdout).hookSpecificOutput;
    expect(JSON.parse(run("receipts", "--json").stdout).receipts).toMatchObject([
      { agent: "claude-code", session: "new", event: "SessionStart", text: additionalContext },
    ]);
  });

  it("tests what it connected, shows the context for the next session, and records no session for the test", () => {
    const session = claudeSession(product.repository, [
      { asked: "Why does the login test fail at random?", answered: "It takes a random port. Pin it to 4010." },
    ]);
    writeTree(person, { [`.claude/projects/${product.repository.replaceAll(/[^\w]/g, "-")}/5e551011.jsonl`]: session });
    const { tested } = JSON.parse(run("install", "--yes", "--json").stdout);
    expect(tested).toMatchObject({
      agent: "Claude Code",
      isWell: true,
      answered: "search_archive",
      hook: { ran: true },
    });
    expect(tested.given).toContain("Why does the login test fail at random?");
    expect(JSON.parse(run("receipts", "--json").stdout).receipts).toEqual([]);
  });

  it.each(["codex", "cursor", "gemini", "copilot", "opencode", "zed"])("tests it as %s starts it", (agent) => {
    const { tested } = JSON.parse(run("install", "--agent", agent, "--yes", "--json").stdout);
    expect(tested).toMatchObject({ isWell: true, answered: "search_archive" });
  });

  it("makes hooks use the home that it was installed with", () => {
    const session = claudeSession(product.repository, [
      { asked: "Why does the login test fail at random?", answered: "It takes a random port. Pin it to 4010." },
    ]);
    writeTree(person, { [`.claude/projects/${product.repository.replaceAll(/[^\w]/g, "-")}/5e551011.jsonl`]: session });
    run("install", "--yes");
    const { hooks } = JSON.parse(readFileSync(join(person, ".claude/settings.json"), "utf8"));
    const [{ command, args }] = hooks.SessionStart[0].hooks;
    const payload = { session_id: "new", cwd: product.repository, hook_event_name: "SessionStart", source: "startup" };
    const { stdout } = spawnSync(command, args, {
      input: JSON.stringify(payload),
      env: { PATH: process.env.PATH, HOME: person, THROUGHLINE_ARCHIVE_HOOK_DEADLINE: "10000" },
      encoding: "utf8",
    });
    expect(stdout).toContain("Why does the login test fail at random?");
  });

  it("keeps what it connected when the test fails, and says what to do", () => {
    const broken = { mcpServers: { throughline: { env: { NODE_OPTIONS: "--no-such-option" } } } };
    writeTree(person, { ".claude.json": JSON.stringify(broken) });
    const { status, stdout } = run("install", "--agent", "claude-code", "--yes");
    expect({ status, stdout }).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("the server did not start"),
    });
    expect(stdout).toContain("The agents stay connected. Find the cause with `throughline doctor`");
    const { mcpServers } = JSON.parse(readFileSync(join(person, ".claude.json"), "utf8"));
    expect(mcpServers.throughline.args.slice(-2)).toEqual(["mcp", "--core-tools"]);
    writeTree(person, { ".claude.json": "{ broken" });
    expect(run("test-mcp", "--agent", "claude-code").status).toBe(1);
  });

  it("imports agents' own notes as candidates, once", () => {
    writeTree(product.repository, { "CLAUDE.md": "# Tests\n\nPin the port to 4010 in every test.\n" });
    writeTree(person, { ".claude/CLAUDE.md": "# Style\n\nShort sentences, no emoji in comments.\n" });
    const before = readTree(product.repository);
    expect(run("install", "--agent", "claude-code", "--yes").stdout).toContain(
      "Imported 2 notes as candidate memories.",
    );
    expect(run("install", "--agent", "claude-code", "--yes").stdout).not.toContain("notes");
    const { memories } = JSON.parse(run("memory", "list", "--json").stdout);
    expect(memories).toMatchObject([{ title: "Tests", state: "candidate" }]);
    expect(readTree(product.repository)).toEqual(before);
  });

  it("lists the supported agents when one is unknown", () => {
    const { status, stderr } = run("install", "--agent", "codec");
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining("Did you mean codex?") });
  });

  it("connects a project by the command's name, since the file travels", () => {
    run("install", "--agent", "claude-code", "--scope", "project", "--yes");
    const { mcpServers } = JSON.parse(readFileSync(join(product.repository, ".mcp.json"), "utf8"));
    expect(mcpServers.throughline).toMatchObject({ command: "throughline", args: ["mcp", "--core-tools"] });
  });

  it("keeps the recorded data unless --purge is given", () => {
    run("memory", "record", "Pin the port", "Random ports fail.", "--project-id", "shop", "--outcome", "success");
    run("install", "--agent", "cursor", "--yes");
    run("uninstall", "--yes");
    expect(run("memory", "search", "port", "--project-id", "shop").stdout).toContain("Pin the port");
    writeFileSync(join(product.home, "mine.txt"), "not yours");
    expect(run("uninstall", "--purge", "--dry-run")).toMatchObject({ status: 0, stdout: expect.stringMatching(/\S/) });
    expect(run("memory", "search", "port", "--project-id", "shop").stdout).toContain("Pin the port");
    expect(run("uninstall", "--purge", "--yes").status).toBe(0);
    expect(Object.keys(readTree(product.home)).filter((name) => !name.startsWith("logs"))).toEqual(["mine.txt"]);
  });
});

/** How each agent lists Throughline as working, or as registered where the agent does not connect. */
const listings = {
  claude: /throughline: .*Connected/,
  codex: /throughline .* enabled/,
  gemini: /✓ throughline: .* Connected/,
  opencode: /✓ throughline .*connected/,
};

const absent = clientBin ? "" : " (skipped: THROUGHLINE_TEST_CLIENT_BIN names no folder of agents)";

describe.skipIf(clientBin === "")(`after install, a real agent${absent}`, () => {
  it.each(Object.entries(listings))("%s lists Throughline", (client, listing) => {
    writeTree(person, fabricatedHosts);
    run("install", "--yes");
    const { stdout, stderr } = spawnSync(join(clientBin, client), ["mcp", "list"], {
      cwd: product.repository,
      env: { PATH: process.env.PATH, HOME: person, NO_COLOR: "1", TERM: "dumb" },
      encoding: "utf8",
      timeout: 110_000,
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colors.
    expect((stdout + stderr).replace(/\u001b\[\d*m/g, "")).toMatch(listing);
  });
});
