import { describe, expect, it } from "vitest";
import { errorFingerprint } from "../../../base/text/error-fingerprint.js";
import { errorLine } from "../../../base/text/error-line.js";
import { opening } from "../../../base/text/sentences.js";
import type { DraftCall } from "../ingest/exchange-draft.js";
import { normalizeCommand } from "./commands.js";
import { extractTopics } from "./describe-exchange.js";
import { classifyEdits } from "./edits.js";
import { extractDecisions } from "./extract-decisions.js";
import { extractRemediations } from "./extract-remediations.js";

describe("extractDecisions", () => {
  it("splits what was chosen from why and from what was not chosen", () => {
    expect(
      extractDecisions(
        "I decided to add a connection timeout instead of raising the limit, because leaks would still exhaust a larger pool.",
      ),
    ).toEqual([
      {
        kind: "decision",
        decision: "Add a connection timeout instead of raising the limit",
        reasoning: "leaks would still exhaust a larger pool",
        alternatives: ["raising the limit"],
      },
    ]);
  });

  it.each([
    "Let's use Postgres rather than MySQL.",
    "We should use Redis for sessions because it expires keys.",
    "Going with HTTP-only cookies for tokens.",
    "I recommend keeping the parser pure.",
    "Decision: one package, not a monorepo.",
    "We agreed to keep the old endpoint for a year.",
  ])("hears %j as a decision", (text) => expect(extractDecisions(text)).toHaveLength(1));

  it.each([
    "Should we use Redis?",
    "The test uses a mock server.",
    "I will look at the logs.",
    "```\nwe decided to rename this\n```",
  ])("does not hear %j as one", (text) => expect(extractDecisions(text)).toEqual([]));
});

const call = (changes: Partial<DraftCall>): DraftCall => ({
  id: "c",
  tool: "Bash",
  at: "",
  files: [],
  changes: false,
  edits: [],
  intent: "",
  own: false,
  ...changes,
});

describe("extractRemediations", () => {
  const failing = call({ command: "npm test", ok: false, output: "TypeError: pool is undefined\n    at x.ts:1" });
  const edit = call({ tool: "Edit", files: ["src/pool.ts"], changes: true, ok: true });
  const passing = call({ command: "npm test", ok: true, output: "24 passed" });

  it("joins an error with what was changed and the command that proved it", () => {
    expect(extractRemediations([failing, edit, passing])).toMatchObject([
      { error: "TypeError: pool is undefined", files: ["src/pool.ts"], proof: "npm test", attempts: [] },
    ]);
  });

  it("names what did not help", () => {
    const wrong = call({ tool: "Edit", files: ["src/wrong.ts"], changes: true, ok: true });
    expect(extractRemediations([failing, wrong, failing, edit, passing])[0]).toMatchObject({
      files: ["src/pool.ts"],
      attempts: [expect.stringContaining("src/wrong.ts")],
    });
  });

  it("finds none where nothing was done or nothing passed", () => {
    expect(extractRemediations([failing, passing])).toEqual([]);
    expect(extractRemediations([failing, edit, failing])).toEqual([]);
  });
});

describe("errorFingerprint", () => {
  it("is the same wherever the error occurs", () => {
    const one = errorFingerprint(
      errorLine("Exit code 1\nError: Cannot find module '/home/ada/a/x.js'\n  at Module (/home/ada:1:2)") ?? "",
    );
    const other = errorFingerprint("Error: Cannot find module '/srv/ci/b/y.js'");
    expect(one).toBe(other);
    expect(one).toContain("cannot find module");
  });
});

describe("normalizeCommand", () => {
  it("leaves commands as they are typed", () => {
    expect(normalizeCommand("npm test")).toBe("npm test");
    expect(normalizeCommand("npm run test && npm run build")).toBe("npm run test && npm run build");
  });

  it("takes out what differs from time to time", () => {
    expect(normalizeCommand('cd /home/ada/shop && git commit -m "fix it"')).toBe("git commit -m <text>");
    expect(normalizeCommand("NODE_ENV=test node /home/ada/shop/run.js 2>&1 | tail -20")).toBe("node <path>");
  });

  it("has no pattern for looking around", () => {
    for (const command of ["ls -la", "cd src", "echo hi", "pwd"]) expect(normalizeCommand(command)).toBe("");
  });
});

describe("extractTopics", () => {
  it("goes by whole words", () => {
    expect(extractTopics("the latest interest rates")).toEqual([]);
    expect(extractTopics("JWT login against Postgres fails in vitest")).toEqual(
      expect.arrayContaining(["authentication", "database", "testing", "security"]),
    );
  });
});

describe("classifyEdits", () => {
  it("names the kind of change and its place", () => {
    const input = { old_string: "load()", new_string: "try {\n  load()\n} catch (error) {}" };
    expect(classifyEdits(["src/db/pool.ts"], input)).toEqual(["Add error handling with try-catch", "Edit src/db/*.ts"]);
    expect(classifyEdits(["docs/x.md"], {})).toEqual(["Update documentation", "Edit docs/*.md"]);
  });
});

describe("opening", () => {
  it("ends with a sentence where it can", () => {
    expect(opening("One sentence. Another one that is longer.", 30)).toBe("One sentence.");
    expect(opening("short", 30)).toBe("short");
  });
});
