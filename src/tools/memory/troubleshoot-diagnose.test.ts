import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
import { aGitRepository } from "../../../test/support/seed-project.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { plainPaint } from "../../base/paint.js";
import { errorFingerprint } from "../../base/text/error-fingerprint.js";
import type { SampleRequest } from "../../domain/call.js";
import { modelFilesIn } from "../../engine/minilm-embedder/find-model.js";
import { openMiniLm } from "../../engine/minilm-embedder/open-minilm.js";
import { searchDocument } from "../../store/search/search-document.js";
import { callTool } from "../../surface/call-tool.js";
import { tools } from "../catalog.js";
import type { Tool } from "../define-tool.js";

interface Answer {
  readonly root_cause: string;
  readonly confidence: number;
  readonly hypotheses: { description: string; confidence: number; evidence: string[] }[];
  readonly recommendations: string[];
  readonly related_patterns: { id: string; solution?: string }[];
}

const fix = {
  title: "Upgrade the runtime",
  problem: "Error: API version 22 not available",
  root_cause: "The runtime is too old",
  solution: "Upgrade to v1.23.2",
  category: "dependency",
  tenant_id: "t1",
  scope: "org",
  failed_attempts: ["Reinstalling the model"],
};

describe("troubleshoot_diagnose", () => {
  let app: TestApp;
  let call: ReturnType<typeof callAs>;
  beforeEach(async () => {
    app = await testApp();
    call = callAs(app);
  });
  afterEach(() => app.remove());

  const diagnose = async (error_message: string, more: object = {}) =>
    (await call("troubleshoot_diagnose", { error_message, ...more })) as unknown as Answer;

  /** What a person at the terminal reads. */
  const textOf = async (error_message: string, more: object = {}) => {
    const tool = tools.find(({ name }) => name === "troubleshoot_diagnose") as Tool;
    return tool.toText(await call(tool.name, { error_message, ...more }), plainPaint);
  };

  it("names causes with evidence from the input and steps, the likeliest first", async () => {
    const answer = await diagnose("connection refused: dial tcp 127.0.0.1:6334");
    expect(answer.root_cause).toContain("Qdrant");
    expect(answer.hypotheses[0]?.evidence).toContain("connection refused: dial tcp 127.0.0.1:6334");
    expect(answer.hypotheses.map(({ confidence }) => confidence)).toEqual(
      answer.hypotheses.map(({ confidence }) => confidence).toSorted((a, b) => b - a),
    );
    expect(answer.recommendations.length).toBeGreaterThan(0);
  });

  it("puts the fix of the same error first, and lists what did not help", async () => {
    await call("remediation_record", fix);
    const answer = await diagnose("error: api version 31 not available");
    expect(answer.root_cause).toBe(fix.root_cause);
    expect(answer.recommendations[0]).toContain("v1.23.2");
    expect(answer.recommendations.join("\n")).toContain("Reinstalling the model");
    expect(answer.related_patterns[0]).toMatchObject({ solution: fix.solution });
  });

  it("leads with the solution of a fix whose cause was not recorded", async () => {
    await call("remediation_record", { ...fix, root_cause: "not stated" });
    const answer = await diagnose(fix.problem);
    expect(answer.root_cause).toContain(fix.solution);
    expect(answer.root_cause).not.toContain("not stated");
  });

  it("marks the fix of another project, and not one of this project", async () => {
    await call("remediation_record", { ...fix, project_path: "/srv/billing" });
    const elsewhere = await diagnose(fix.problem);
    expect(elsewhere.hypotheses[0]?.evidence[0]).toMatch(/in the project \S*billing/);
    expect(elsewhere.recommendations[0]).toContain("billing");
    expect(elsewhere.related_patterns[0]).toMatchObject({ project: expect.stringContaining("billing") });
    const here = await diagnose(fix.problem, { project_path: "/srv/billing" });
    expect(here.hypotheses[0]?.evidence[0]).not.toContain("in the project");
  });

  it("lists no fix that merely shares a word with the error", async () => {
    await call("remediation_record", fix);
    for (const title of ["Rotate the logs", "Widen the column", "Renew the certificate"])
      await call("remediation_record", { ...fix, title, problem: `${title}: version missing`, root_cause: title });
    const { related_patterns } = await diagnose("ImportError: cannot find the version of the gizmo driver");
    expect(related_patterns).toEqual([]);
  });

  const unexplained = { ...fix, root_cause: "not stated", failed_attempts: [] };
  it("leads with no fix of another error, and lists none that merely is about the same things", async () => {
    // The model finds more than words do, and with them more that has nothing to do with the error.
    const embedder = openMiniLm(modelFilesIn("models"));
    const withModel = await testApp({}, undefined, { embedder });
    const callWithModel = callAs(withModel);
    for (const [title, problem, solution] of [
      ["Pump stalls", "wizzle pump stalled at 7 bar", "Open the relief valve"],
      ["Run the migrations", "ERROR: relation users does not exist", "Run the migrations"],
      ["Postgres index", "duplicate key", "Rebuild the index"],
    ])
      await callWithModel("remediation_record", { ...unexplained, title, problem, solution });
    for (const error_message of [
      "Error: the build stalled",
      "Error: pump controller unreachable from the dashboard",
      "Error: migrations folder not found",
      "Error: user table missing",
    ])
      expect(await callWithModel("troubleshoot_diagnose", { error_message })).toMatchObject({
        root_cause: `No known pattern matches: ${error_message}`,
        related_patterns: [],
      });
    await withModel.remove();
  });

  it.each([
    ["KeyError: 'color'", "KeyError: 'sku'"],
    ["ModuleNotFoundError: No module named 'numpy'", "ModuleNotFoundError: No module named 'gizmo'"],
  ])("does not answer %s with the fix of %s", async (message, problem) => {
    await call("remediation_record", { ...fix, problem });
    const { root_cause, hypotheses, recommendations } = await diagnose(message);
    expect(JSON.stringify({ root_cause, hypotheses, recommendations })).not.toContain("runtime");
  });

  it("lists a fix of a similar error as related, and says no cause that was not stated", async () => {
    await call("remediation_record", { ...unexplained, problem: "ModuleNotFoundError: No module named 'gizmo'" });
    const { related_patterns } = await diagnose("ModuleNotFoundError: No module named 'numpy'");
    expect(related_patterns[0]).toMatchObject({ title: fix.title, same_error: false });
    expect(JSON.stringify(related_patterns)).not.toContain("not stated");
    expect(await textOf("ModuleNotFoundError: No module named 'numpy'")).toContain(`Maybe related: ${fix.title}`);
  });

  it("knows the error again by its words and its place in the reader's code", async () => {
    const trace = (message: string) =>
      `Traceback (most recent call last):\n  File "/srv/shop/stock.py", line 7, in take\nshop.OutOfStock: ${message}`;
    await call("remediation_record", { ...fix, problem: trace("no pears left in the store of Oslo") });
    expect((await diagnose(trace("no pears left in the store of Bergen"))).root_cause).toBe(fix.root_cause);
  });

  it("takes the folder of the call for the project of its fixes, and marks another project's where it leads", async () => {
    await call("remediation_record", { ...fix, project_path: app.folder });
    for (const more of [{}, { project_path: "." }, { project_path: app.folder }])
      expect((await diagnose(fix.problem, more)).root_cause).toBe(fix.root_cause);
    const elsewhere = await textOf(fix.problem, { project_path: "/srv/billing" });
    expect(elsewhere.split("\n")[0]).toContain(`(from the project ${app.folder})`);
  });

  it("shows only the named tenant's fixes when one is named", async () => {
    await call("remediation_record", fix);
    const answer = await diagnose(fix.problem, { tenant_id: "t2" });
    expect(JSON.stringify(answer)).not.toContain("1.23.2");
  });

  it("refuses a blank tenant instead of searching all of them", async () => {
    await expect(diagnose(fix.problem, { tenant_id: "" })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  it("names past sessions with a similar error", async () => {
    const said = { kind: "exchange", project: "shop", source: "s1", session: "s1", at: "2026-01-02T03:04:05.000Z" };
    const words = { title: "gizmo calibration drifted", body: "gizmo calibration drifted", reply: "Reset the gizmo." };
    await app.search.index.put("local", [searchDocument({ id: "exchange/s1/1", ...said, ...words })]);
    const { related_patterns } = await diagnose("Gizmo: calibration drifted!");
    expect(related_patterns).toContainEqual(expect.objectContaining({ id: "s1", solution: "Reset the gizmo." }));
  });

  it("points to the first stack frame in the project's own code", async () => {
    const trace = "TypeError: x\n    at run (/app/node_modules/lib/a.js:1:2)\n    at main (/app/src/main.ts:42:7)";
    expect(
      (await diagnose("TypeError: x is not a function", { error_context: trace })).recommendations.join("\n"),
    ).toContain("/app/src/main.ts:42");
  });

  it.each([
    "/home/me/.pyenv/versions/3.11.4/lib/python3.11/asyncio/runners.py",
    "/srv/venv/lib/python3.11/site-packages/app/main.py",
    "C:\\Python311\\Lib\\json\\decoder.py",
  ])("takes no frame of a library for the reader's own code: %s", async (file) => {
    const own = 'File "/srv/shop/cart.py", line 7, in total';
    const trace = `Traceback (most recent call last):\n  ${own}\n  File "${file}", line 190, in run\nKeyError: 'sku'`;
    const { recommendations } = await diagnose(trace);
    expect(recommendations.join("\n")).toContain("/srv/shop/cart.py:7");
    expect(recommendations.join("\n")).not.toContain(file);
  });

  it("shows what was last changed at the place of the failure", async () => {
    const folder = aGitRepository(join(app.folder, "shop"), {
      "src/cart.py": "def price(order):\n    return order['sku']\n",
    });
    const trace = `Traceback (most recent call last):\n  File "/app/src/cart.py", line 2, in price\nKeyError: 'sku'`;
    const answer = await diagnose(trace, { project_path: folder });
    expect(answer.root_cause).toContain("'sku'");
    expect(answer.hypotheses[0]?.evidence.join("\n")).toMatch(
      /src\/cart\.py was changed there on [\d-]+ \(\w+\): start/,
    );
    expect(answer.recommendations.join("\n")).toContain("Look at src/cart.py:2");
    expect(await textOf(trace, { project_path: folder })).toMatch(/src\/cart\.py was changed there on/);
  });

  it("finds the class of a Java frame and the source of a compiled file in the project", async () => {
    const folder = aGitRepository(join(app.folder, "shop"), {
      "src/main/java/com/shop/Basket.java": "\n\n\n\n",
      "src/server.ts": "\n\n\n\n\n",
      "dist/server.js.map": JSON.stringify({ version: 3, sources: ["../src/server.ts"], names: [], mappings: "AAIA" }),
      "dist/server.js": "x\n",
    });
    const java = await diagnose("IllegalStateException: x\n\tat com.shop.Basket.add(Basket.java:4)", {
      project_path: folder,
    });
    expect(java.recommendations[0]).toContain("Look at src/main/java/com/shop/Basket.java:4");
    expect(java.hypotheses[0]?.evidence.join("\n")).toContain("was changed there on");
    const compiled = await diagnose("Error: x at r (/app/dist/server.js:1:20)", { project_path: folder });
    expect(compiled.recommendations[0]).toContain("Look at src/server.ts:5");
  });

  it("finds where the indexed project raises an unknown error, and which document mentions it", async () => {
    const folder = aGitRepository(join(app.folder, "shop"), {
      "cart.py": 'def take(item):\n    """Takes one."""\n    raise ValueError(f"not enough of {item}")\n',
      "stock.py": "def count(item):\n    return 1\n",
      "docs/trouble.md": "# Trouble\n\n## Stock\n\nIf it says *not enough of* something, order it.\n",
    });
    const before = await diagnose("ValueError: not enough of pear", { project_path: folder });
    expect(JSON.stringify(before)).not.toContain("cart.py");
    await call("repository_index", { path: folder });
    const answer = await diagnose("ValueError: not enough of pear", { project_path: folder });
    expect(answer.root_cause).toContain("cart.py:3");
    expect(answer.recommendations.join("\n")).toMatch(/Look at cart\.py:3[\s\S]*Read docs\/trouble\.md:5/);
    expect(answer.hypotheses[0]?.evidence.join("\n")).toMatch(/cart\.py was changed there on/);
    const unrelated = await diagnose("ValueError: the moon is full", { project_path: folder });
    expect(JSON.stringify(unrelated)).not.toMatch(/cart\.py|trouble\.md/);
  });

  it.each([
    ["added 412 packages, and audited 413 packages in 4s\n\nfound 0 vulnerabilities"],
    ["Test Files  12 passed (12)\n     Tests  80 passed (80)"],
    ["Compiled successfully. 0 errors found."],
    ["Build succeeded. 0 Warning(s) 0 Error(s)"],
    ["All tests passed, no errors, no failures"],
    ["Tests: 12 passed, 0 failed"],
    ["Successfully installed error-stack-parser-2.0"],
  ])("diagnoses nothing in output without an error: %s", async (output) => {
    const { root_cause, confidence, related_patterns, hypotheses, recommendations } = await diagnose(output);
    expect(recommendations.join("\n")).not.toContain("remediation_record");
    expect(root_cause).toContain("No error is recognized");
    expect(hypotheses.map(({ description }) => description)).toEqual(["The text has no error"]);
    expect(confidence).toBeLessThan(0.2);
    expect(related_patterns).toEqual([]);
  });

  it.each(["Tests: 11 passed, 1 failed, 0 errors", "The request failed with no error message"])(
    "sees the error next to a count of none: %s",
    async (output) => expect((await diagnose(output)).root_cause).not.toContain("No error is recognized"),
  );

  it.each([
    "env: ‘bash\\r’: No such file or directory",
    "/usr/bin/env: 'bash\\r': No such file or directory",
    "/bin/bash^M: bad interpreter: No such file or directory",
  ])("names Windows line endings where the shell shows the carriage return: %s", async (message) => {
    expect((await diagnose(message)).root_cause).toMatch(/^The file has Windows line endings/);
  });

  it.each([
    [
      'psql: error: connection to server on socket "/run/postgresql/.s.PGSQL.5432" failed: No such file or directory',
      "not running",
    ],
    ["/bin/bash^M: bad interpreter: No such file or directory", "Windows line endings"],
    ["KeyError: 'sku'", "'sku'"],
  ])("says more than the class of the error: %s", async (message, cause) => {
    expect((await diagnose(message)).root_cause).toContain(cause);
  });

  it("says that nothing is known about the error", async () => {
    const answer = await diagnose("Order 4711 could not be shipped: warehouse closed");
    expect(answer.confidence).toBeLessThan(0.2);
    expect(answer.root_cause).toContain("warehouse closed");
  });

  it("names the cause of an error that an archived session solved", async () => {
    const fingerprint = errorFingerprint("Error: gizmo 7 drifted in /srv/a");
    const finding = {
      kind: "remediation",
      fingerprint,
      error: "Error: gizmo 3 drifted in /home/b",
      command: "npm test",
      attempts: ["npm ci"],
      files: ["src/gizmo.ts"],
      proof: "npm test",
    };
    await app.sql.run(
      `INSERT INTO findings (tenant, session_id, exchange_key, kind, position, project, at, label, body)
       VALUES ('local', 's9', 'k', 'remediation', 0, 'shop', '2026-02-03T00:00:00.000Z', ?, ?)`,
      [fingerprint, JSON.stringify(finding)],
    );
    const answer = await diagnose("Error: gizmo 7 drifted in /srv/a");
    expect(answer.hypotheses[0]).toMatchObject({ description: expect.stringContaining("src/gizmo.ts") });
    expect(answer.hypotheses[0]?.evidence[0]).toContain("session s9");
    expect(answer.recommendations.join("\n")).toMatch(/npm test` passed[\s\S]*did not help: npm ci/);
    const elsewhere = await callAs(app, "stranger")("troubleshoot_diagnose", {
      error_message: "Error: gizmo 7 drifted",
    });
    expect(JSON.stringify(elsewhere)).not.toContain("gizmo.ts");
  });
});

const said = JSON.stringify({
  root_cause: "The widget overheats",
  hypotheses: [{ description: "Heat", confidence: 0.8, evidence: ["widget 9 stalled"] }],
  recommendations: ["Look at the fan"],
});

describe("troubleshoot_diagnose with a model", () => {
  let app: TestApp;
  afterEach(() => app.remove());

  const diagnose = async (
    settings: Record<string, unknown>,
    error_message: string,
    sample?: (request: SampleRequest) => Promise<string | undefined>,
  ) => {
    app = await testApp(settings);
    const tool = tools.find(({ name }) => name === "troubleshoot_diagnose") as Tool;
    const call = { ...app.call, ...(sample ? { sample } : {}) };
    const answer = await callTool(tool, { error_message }, { ...app, call });
    return answer as Answer & { deepened_by?: string; notice?: string };
  };
  const viaClient = { "diagnosis.model": "client" };

  it("asks no model unless a setting allows it", async () => {
    let asked = 0;
    const answer = await diagnose({}, "widget 9 stalled", async () => String(asked++));
    expect([asked, answer.deepened_by, answer.notice]).toEqual([0, undefined, undefined]);
  });

  it("adds the answer of the client's model, and names the model", async () => {
    const answer = await diagnose(viaClient, "widget 9 stalled", async () => said);
    expect(answer).toMatchObject({ deepened_by: "client", root_cause: "The widget overheats", confidence: 0.8 });
    expect(answer.hypotheses[0]).toMatchObject({
      description: "Heat",
      evidence: ["widget 9 stalled", expect.any(String)],
    });
    expect(answer.recommendations).toContain("Look at the fan");
  });

  it("sends no secret to a model", async () => {
    const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    let sent = "";
    await diagnose(viaClient, `login failed for ${secret}`, async ({ prompt }) => {
      sent = prompt;
      return said;
    });
    expect(sent).toContain("login failed");
    expect(sent).not.toContain(secret);
  });

  it.each([
    ["too late", () => new Promise<string>(() => {})],
    ["refused", () => Promise.reject(new Error("The person said no."))],
    ["unreadable", async () => "I cannot help with that."],
  ])("answers from the patterns and says so when the model's answer is %s", async (outcome, sample) => {
    const settings = { ...viaClient, "diagnosis.timeout": 1000 };
    const answer = await diagnose(settings, "connection refused: dial tcp 127.0.0.1:6334", sample);
    expect(answer.root_cause).toContain("Qdrant");
    expect(answer.notice).toContain(outcome);
    expect(answer.deepened_by).toBeUndefined();
  });

  it("adds nothing when the client has no model", async () => {
    const answer = await diagnose(viaClient, "widget 9 stalled");
    expect([answer.deepened_by, answer.notice]).toEqual([undefined, undefined]);
  });

  it("asks the sub-agent if allowed, and records the run", async () => {
    const answer = await diagnose({ "diagnosis.model": "agent" }, `ECHO widget 9 stalled ${said}`);
    expect(answer).toMatchObject({ deepened_by: "agent claude", root_cause: "The widget overheats" });
    const runs = await app.sql.all("SELECT request FROM agent_runs");
    expect(runs).toMatchObject([{ request: "Diagnose an error" }]);
  });

  it("answers from the patterns when the sub-agent crashes", async () => {
    const answer = await diagnose({ "diagnosis.model": "agent" }, "CRASH: connect ECONNREFUSED 127.0.0.1:6379");
    expect(answer.root_cause).toContain("Redis");
    expect(answer.notice).toContain("refused");
  });
});
