import { spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { ClaudeTranscript } from "../support/claude-transcript.js";
import { mainScript, Product, RawClient } from "../support/product.js";

/** Twenty known faults of session archives, each with its number. */
describe("the archive", () => {
  let product: Product;
  beforeEach(() => {
    product = new Product();
  });
  afterEach(() => product.remove());

  const transcript = (session: string, folder = product.repository, started?: string) =>
    new ClaudeTranscript(session, folder, started);
  const write = (one: ClaudeTranscript) => {
    const path = join(product.folder, `${one.session}.jsonl`);
    writeFileSync(path, one.text);
    return path;
  };
  const payload = (event: string, session: string, path: string, extra: object = {}) =>
    JSON.stringify({
      hook_event_name: event,
      session_id: session,
      transcript_path: path,
      cwd: product.repository,
      ...extra,
    });
  const hook = (event: string, session: string, path: string, extra: object = {}) =>
    product.run(["hook"], { input: payload(event, session, path, extra) });
  const json = (args: readonly string[]) => JSON.parse(product.run([...args, "--json"]).stdout);
  const search = (query: string, ...flags: string[]) => json(["archive", "search", query, ...flags]);
  const keep = (one: ClaudeTranscript) => hook("Stop", one.session, write(one));
  const tables = async <T>(text: string): Promise<T[]> => {
    const sql = await openSqlite(join(product.home, "throughline.db"));
    const rows = await sql.all(text);
    await sql.close();
    return rows as T[];
  };

  const startHook = (input: string): Promise<number | null> =>
    new Promise((done) => {
      const child = spawn(process.execPath, [mainScript, "hook"], {
        cwd: product.repository,
        env: product.env,
        stdio: ["pipe", "ignore", "ignore"],
      });
      child.on("close", done);
      child.stdin.end(input);
    });

  it("1: 32 parallel hooks of any kind lose nothing; every file parses", async () => {
    const events = ["Stop", "PostToolUse", "PreCompact", "Notification"];
    const sent = Array.from({ length: 32 }, (_, i) => {
      const one = transcript(`s${i}`).ask(`question number${i} about walrus`).say("Because of the tide.");
      return payload(events[i % 4] ?? "Stop", one.session, write(one));
    });
    expect(await Promise.all(sent.map(startHook))).toEqual(sent.map(() => 0));
    for (const file of readdirSync(join(product.home, "spool"))) {
      const lines = readFileSync(join(product.home, "spool", file), "utf8")
        .trim()
        .split("\n");
      expect(lines.map((line) => JSON.parse(line))).toHaveLength(32);
    }
    expect(search("walrus", "--limit", "100").results).toHaveLength(32);
  });

  it("1: the same for one session", async () => {
    const path = write(transcript("s").ask("about the walrus").say("Yes."));
    const sent = Array.from({ length: 32 }, () => payload("PostToolUse", "s", path));
    expect(await Promise.all(sent.map(startHook))).toEqual(sent.map(() => 0));
    expect(search("walrus").results).toHaveLength(1);
  });

  it("2: 100 sequential tool events in one minute in one session make 100 records", async () => {
    const one = transcript("s").ask("run it a hundred times");
    for (let i = 0; i < 100; i++) one.use("Bash", { command: `make target${i}` }, "ok");
    keep(one);
    json(["stats"]);
    const [row] = await tables<{ n: number }>(
      "SELECT sum(frequency) AS n FROM patterns WHERE kind = 'tool' AND project = ''",
    );
    expect(Number(row?.n)).toBe(100);
  });

  it("3: two sessions archived in the same minute with equal topics are two", () => {
    keep(transcript("a").ask("fix the typescript error").say("Fixed."));
    keep(transcript("b").ask("fix the typescript error").say("Fixed."));
    expect(json(["stats"]).sessions).toBe(2);
  });

  it("4: the PreCompact hook is gone as soon as it has answered", () => {
    const path = write(transcript("s").ask("x y z").say("ok"));
    const { status, stdout, stderr } = hook("PreCompact", "s", path, { trigger: "auto" });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  it("5: no byte on the server's stdout is anything but JSON-RPC", async () => {
    keep(transcript("s").ask("where is the walrus").say("In the sea."));
    const client = new RawClient(product.start(["mcp"]));
    client.open();
    for (const [id, name] of ["fetch_context", "search_archive", "get_patterns", "session_list"].entries()) {
      client.send({ id, method: "tools/call", params: { name, arguments: { query: "walrus" } } });
    }
    client.send({ id: "r", method: "resources/read", params: { uri: "context://project/shop/knowledge" } });
    client.child.stdin.end();
    await client.exited;
    expect(client.messages.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
    expect(client.messages.length).toBeGreaterThanOrEqual(6);
  });

  it("6: the documented command serves", () => {
    expect(product.run(["test-mcp"]).status).toBe(0);
  });

  it("7: the current resource shows problems, decisions and questions with answers", async () => {
    keep(
      transcript("s")
        .ask("Which tokens?")
        .say("We should use refresh tokens because sessions must outlive an hour.")
        .ask("Tokens expire too early, what now?")
        .say("We should use refresh tokens because sessions must outlive an hour.")
        .use("Edit", { file_path: join(product.repository, "src/auth.ts"), old_string: "a", new_string: "b" }, "ok")
        .say("Done: tokens are refreshed."),
    );
    const client = new RawClient(product.start(["mcp"]));
    client.open();
    for (const part of ["current", "knowledge"])
      client.send({ id: part, method: "resources/read", params: { uri: `context://project/shop/${part}` } });
    client.child.stdin.end();
    await client.exited;
    const read = (id: string) =>
      JSON.parse(
        (client.messages.find((one) => one.id === id) as { result: { contents: { text: string }[] } }).result
          .contents[0]?.text ?? "",
      );
    expect(read("current")).toMatchObject({
      recentSessions: [
        { problems: ["Which tokens?", "Tokens expire too early, what now?"], implementations: ["src/auth.ts"] },
      ],
      // Said twice, listed once.
      keyDecisions: [
        { decision: expect.stringContaining("refresh tokens"), reasoning: "sessions must outlive an hour" },
      ],
    });
    expect(read("knowledge").qaHistory[0]).toMatchObject({
      question: "Tokens expire too early, what now?",
      hasSolution: true,
    });
  });

  it("8: search reads only what it hits, and survives `constructor` and `__proto__`", () => {
    keep(transcript("a").ask("the constructor of __proto__ is odd").say("toString hasOwnProperty"));
    for (let i = 0; i < 5; i++) keep(transcript(`b${i}`).ask("something else entirely").say("Yes."));
    for (const word of ["constructor", "__proto__", "hasOwnProperty"]) {
      expect(search(word).results.map(({ sessionId }: { sessionId: string }) => sessionId)).toEqual(["a"]);
    }
    expect(search("valueOf").results).toEqual([]);
  });

  it("9: rebuild-index indexes N of N", () => {
    for (let i = 0; i < 7; i++) keep(transcript(`s${i}`).ask(`question ${i} walrus`).say("Answer."));
    expect(json(["rebuild-index"])).toEqual({ sessions: 7, exchanges: 7 });
    expect(search("walrus").results).toHaveLength(7);
  });

  it("10: enabling and disabling hooks leaves foreign hooks byte-identical", () => {
    const file = join(product.folder, ".claude", "settings.json");
    const before =
      '{\n\t// my own\n\t"hooks": {"Stop": [{"hooks":[{"type":"command","command":"say done"}]}], "PreToolUse": []},\n\t"model": "x",\n}\n';
    mkdirSync(join(product.folder, ".claude"));
    writeFileSync(file, before);
    for (const event of ["stop", "precompact", "sessionstart"])
      expect(product.run(["hooks", "enable", event]).status).toBe(0);
    expect(readFileSync(file, "utf8")).toContain("say done");
    for (const event of ["precompact", "stop", "sessionstart"]) product.run(["hooks", "disable", event]);
    expect(readFileSync(file, "utf8")).toBe(before);
    product.run(["hooks", "enable", "all"]);
    product.run(["hooks", "disable", "all"]);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("11: a retention of 0 days deletes nothing, however old the file is", () => {
    const one = transcript("old", product.repository, "2001-01-01T00:00:00.000Z")
      .ask("ancient walrus")
      .say("Still here.");
    const path = write(one);
    utimesSync(path, 0, 0);
    hook("Stop", "old", path);
    json(["ingest"]);
    expect(search("walrus").results).toHaveLength(1);
    product.run(["config", "set", "archive.retentionDays", "365"]);
    json(["ingest"]);
    expect(search("walrus").results).toHaveLength(0);
  });

  it("12: a corrupt index is rebuilt and never blocks archiving", async () => {
    keep(transcript("a").ask("first walrus").say("One."));
    json(["ingest"]);
    const sql = await openSqlite(join(product.home, "throughline.db"));
    await sql.run("DROP TABLE search_words");
    await sql.close();
    expect(keep(transcript("b").ask("second walrus").say("Two.")).status).toBe(0);
    expect(search("walrus").results).toHaveLength(2);
  });

  it("13: a range of days includes its last day", () => {
    keep(transcript("s", product.repository, "2026-10-20T23:30:00.000Z").ask("late walrus").say("Yes."));
    const range = (from: string, to: string) =>
      search("walrus", "--date-range", JSON.stringify({ from, to })).results.length;
    expect(range("2026-10-20", "2026-10-20")).toBe(1);
    expect(range("2026-10-01", "2026-10-19")).toBe(0);
    expect(range("2026-10-21", "2026-10-30")).toBe(0);
  });

  it("14: file patterns are anchored", () => {
    const edit = (session: string, file: string) =>
      keep(
        transcript(session)
          .ask("edit walrus")
          .use("Write", { file_path: join(product.repository, file), content: "x" }, "ok")
          .say("Done."),
      );
    edit("a", "src/a.ts");
    edit("b", "src/b.tsx");
    edit("c", "parts/readme");
    const found = (pattern: string) =>
      search("walrus", "--file-pattern", pattern).results.map(({ sessionId }: { sessionId: string }) => sessionId);
    expect(found("*.ts")).toEqual(["a"]);
    expect(found("src/**").toSorted()).toEqual(["a", "b"]);
    expect(found("[")).toEqual([]);
  });

  it("15: bare tokens are redacted and no raw payload is on disk", () => {
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
    const one = transcript("s")
      .ask(`Use ${token} please, walrus`)
      .use("Write", { file_path: "x.env", content: `KEY ${token}` }, `wrote ${token} ${"long output ".repeat(1000)}`)
      .say(`I used ${token}.`);
    const path = write(one);
    hook("PostToolUse", "s", path, { tool_name: "Write", tool_input: { content: token }, tool_response: token });
    expect(search("walrus").results).toHaveLength(1);
    const shown = product.run(["replay", "s"]).stdout;
    expect(shown).toContain("walrus");
    expect(shown).not.toContain(token);
    for (const file of readdirSync(product.home, { recursive: true, encoding: "utf8" })) {
      const place = join(product.home, file);
      if (statSync(place).isFile()) expect(readFileSync(place, "latin1").includes(token), file).toBe(false);
    }
  });

  it("16: of a 50 MB transcript the last question is in the archive", () => {
    const path = join(product.folder, "long.jsonl");
    writeFileSync(path, transcript("long").ask("the very first walrus").say("Begun.").text);
    const filler = transcript("long").use("Read", { file_path: "a" }, "z".repeat(100_000)).text;
    for (let bytes = 0; bytes < 50_000_000; bytes += filler.length)
      appendFileSync(path, filler.replaceAll("long-", `l${bytes}-`));
    appendFileSync(
      path,
      transcript("long", product.repository, "2026-10-11T09:00:00.000Z")
        .ask("the very last penguin")
        .say("Ended.")
        .text.replaceAll("long-", "end-"),
    );
    hook("Stop", "long", path);
    expect(JSON.stringify(search("penguin").results[0])).toContain("the very last penguin");
    expect(JSON.stringify(search("walrus").results[0])).toContain("the very first walrus");
  });

  it("17: several tool calls in one message are all captured", () => {
    const one = transcript("s").ask("do three things");
    one.useAll(
      ["one", "two", "three"].map((name) => ({ name: "Bash", input: { command: `make ${name}` }, result: "ok" })),
    );
    keep(one);
    const patterns = json(["patterns", "--type", "command", "--min-frequency", "1"]).patterns;
    expect(patterns.map(({ pattern }: { pattern: string }) => pattern).toSorted()).toEqual([
      "make one",
      "make three",
      "make two",
    ]);
  });

  it("18: project scope never returns another project's data", () => {
    const other = join(product.folder, "other", "shop");
    mkdirSync(other, { recursive: true });
    keep(transcript("mine").ask("walrus here").say("Yes."));
    keep(transcript("theirs", other).ask("walrus there").say("Yes."));
    const fetched = (scope: string) =>
      json(["archive", "fetch", "walrus", "--scope", scope, "--min-relevance", "0"]).context.problems.map(
        ({ sessionId }: { sessionId: string }) => sessionId,
      );
    expect(fetched("project")).toEqual(["mine"]);
    expect(fetched("global").toSorted()).toEqual(["mine", "theirs"]);
    const elsewhere = product.run(["archive", "fetch", "walrus", "--json"], { cwd: product.folder });
    expect(JSON.parse(elsewhere.stdout).context.problems).toEqual([]);
  });

  it("19: half-life: an identical session of 60 days before scores half", () => {
    const now = Date.now();
    const day = (days: number) => new Date(now - days * 86_400_000).toISOString();
    keep(transcript("new", product.repository, day(1)).ask("identical walrus").say("Yes."));
    keep(transcript("old", product.repository, day(61)).ask("identical walrus").say("Yes."));
    const [first, second] = search("identical walrus").results;
    expect(second.relevanceScore / first.relevanceScore).toBeCloseTo(0.5, 3);
  });

  it("20: a missing transcript never blocks compaction", () => {
    for (const path of [join(product.folder, "none.jsonl"), "", product.folder]) {
      expect(hook("PreCompact", "s", path, { trigger: "auto" })).toMatchObject({ status: 0, stdout: "", stderr: "" });
    }
    expect(json(["stats"]).sessions).toBe(0);
    expect(existsSync(join(product.home, "throughline.db"))).toBe(true);
  });
});
