import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { searchDocument } from "../../store/search/search-document.js";

interface Answer {
  readonly root_cause: string;
  readonly confidence: number;
  readonly hypotheses: { description: string; confidence: number; evidence: string[] }[];
  readonly recommendations: string[];
  readonly related_patterns: { id: string; solution?: string }[];
}

const fix = {
  ...{
    title: "Upgrade the runtime",
    problem: "Error: API version 22 not available",
    root_cause: "The runtime is too old",
  },
  ...{ solution: "Upgrade to v1.23.2", category: "dependency", tenant_id: "t1", scope: "org" },
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

  it("names cause, evidence from the input and steps, surest first", async () => {
    const answer = await diagnose("connection refused: dial tcp 127.0.0.1:6334");
    expect(answer.root_cause).toContain("Qdrant");
    expect(answer.hypotheses[0]?.evidence).toContain("connection refused: dial tcp 127.0.0.1:6334");
    expect(answer.hypotheses.map(({ confidence }) => confidence)).toEqual(
      answer.hypotheses.map(({ confidence }) => confidence).toSorted((a, b) => b - a),
    );
    expect(answer.recommendations.length).toBeGreaterThan(0);
  });

  it("puts the fix of the same error first, and warns of what did not help", async () => {
    await call("remediation_record", fix);
    const answer = await diagnose("error: api version 31 not available");
    expect(answer.root_cause).toBe(fix.root_cause);
    expect(answer.recommendations[0]).toContain("v1.23.2");
    expect(answer.recommendations.join("\n")).toContain("Reinstalling the model");
    expect(answer.related_patterns[0]).toMatchObject({ solution: fix.solution });
  });

  it("shows only the named tenant's fixes when one is named", async () => {
    await call("remediation_record", fix);
    const answer = await diagnose(fix.problem, { tenant_id: "t2" });
    expect(JSON.stringify(answer)).not.toContain("1.23.2");
  });

  it("takes a blank tenant for a wrong one, not for all of them", async () => {
    await expect(diagnose(fix.problem, { tenant_id: "" })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  it("names past sessions that spoke of such an error", async () => {
    const said = { kind: "exchange", project: "shop", source: "s1", session: "s1", at: "2026-01-02T03:04:05.000Z" };
    const words = { title: "gizmo calibration drifted", body: "gizmo calibration drifted", reply: "Reset the gizmo." };
    await app.search.index.put("local", [searchDocument({ id: "exchange/s1/1", ...said, ...words })]);
    const { related_patterns } = await diagnose("Gizmo: calibration drifted!");
    expect(related_patterns).toContainEqual(expect.objectContaining({ id: "s1", solution: "Reset the gizmo." }));
  });

  it("points at the first place of the reader's own code", async () => {
    const trace = "TypeError: x\n    at run (/app/node_modules/lib/a.js:1:2)\n    at main (/app/src/main.ts:42:7)";
    expect(
      (await diagnose("TypeError: x is not a function", { error_context: trace })).recommendations.join("\n"),
    ).toContain("/app/src/main.ts:42");
  });

  it("says so when nothing is known", async () => {
    const answer = await diagnose("Order 4711 could not be shipped: warehouse closed");
    expect(answer.confidence).toBeLessThan(0.2);
    expect(answer.root_cause).toContain("warehouse closed");
  });
});
