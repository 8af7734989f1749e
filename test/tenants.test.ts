import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callTool } from "../src/surface/call-tool.js";
import { tools } from "../src/tools/catalog.js";
import { callAs } from "./support/call-as.js";
import { type TestApp, testApp } from "./support/test-app.js";

const secretWord = "zebrafish";
const lesson = {
  project_id: "shop",
  title: `About ${secretWord}`,
  content: `Feed the ${secretWord} daily.`,
  outcome: "success",
};
const fix = {
  ...{ title: `The ${secretWord} error`, problem: `${secretWord} not fed`, root_cause: `${secretWord} forgotten` },
  ...{ solution: `feed the ${secretWord}`, category: "unknown", scope: "org" },
};
const state = { session_id: "s1", project_path: "/work/shop", summary: `The ${secretWord} is fed`, full_state: "{}" };

/** Records of one tenant that no other tenant may see. */
interface Kept {
  readonly memory: unknown;
  readonly checkpoint: unknown;
  readonly remediation: unknown;
}

describe("another tenant", () => {
  let app: TestApp;
  let kept: Kept;
  beforeAll(async () => {
    app = await testApp();
    const call = callAs(app, "ada");
    await writeFile(join(app.folder, "feed.ts"), `export function feed_${secretWord}() {}\n`);
    await call("repository_index", { path: app.folder, tenant_id: "t1" });
    kept = {
      memory: (await call("memory_record", lesson)).id,
      checkpoint: (await call("checkpoint_save", { ...state, tenant_id: "t1" })).id,
      remediation: (await call("remediation_record", { ...fix, tenant_id: "t1" })).id,
    };
  });
  afterAll(() => app.remove());

  /** Calls with the ids of existing records, by tool. */
  const probes = (owner: string): Record<string, object> => ({
    memory_search: { project_id: "shop", query: secretWord },
    memory_list: { project_id: "shop" },
    memory_get: { memory_id: kept.memory },
    memory_update: { memory_id: kept.memory, content: "taken over" },
    memory_feedback: { memory_id: kept.memory, helpful: false },
    memory_outcome: { memory_id: kept.memory, succeeded: false },
    memory_forget: { memory_id: kept.memory },
    checkpoint_list: { tenant_id: owner },
    checkpoint_resume: { checkpoint_id: kept.checkpoint, tenant_id: owner, level: "full" },
    checkpoint_diff: { from_id: kept.checkpoint, to_id: kept.checkpoint, tenant_id: owner },
    remediation_search: { query: fix.problem, tenant_id: owner },
    remediation_feedback: { remediation_id: kept.remediation, helpful: true, tenant_id: owner },
    troubleshoot_diagnose: { error_message: "not fed", tenant_id: owner },
    repository_search: { query: secretWord, project_path: app.folder, tenant_id: owner },
    semantic_search: { query: secretWord, project_path: app.folder, tenant_id: owner },
    repository_outline: { project_path: app.folder, tenant_id: owner },
    // A write does not read: the answer may contain only what was added.
    memory_record: { ...lesson, title: "Something else", content: "Entirely." },
    checkpoint_save: { ...state, summary: "mine", tenant_id: owner },
    repository_index: { path: `${app.folder}/nothing`, tenant_id: owner },
    remediation_record: {
      ...{ title: "mine", problem: "mine", root_cause: "mine", solution: "mine", category: "unknown", scope: "org" },
      tenant_id: owner,
    },
  });

  const answerOf = async (tenant: string, name: string, input: object) =>
    callAs(app, tenant)(name, input).then(
      (answer) => JSON.stringify(answer),
      (error) => `${error.code} ${error.message}`,
    );

  const ofFamily = tools.filter(({ toolset }) => toolset === "memory").map(({ name }) => name);

  it("has a probe for every tool of the family", () => {
    expect(ofFamily.filter((name) => !(name in probes("t1")))).toEqual([]);
  });

  it.each(ofFamily)(
    "cannot read records through %s, neither from another account nor under another tenant id",
    async (name) => {
      const input = probes("t1")[name] ?? {};
      expect(await answerOf("eve", name, input)).not.toContain(secretWord);
      const named = "tenant_id" in input;
      if (named) expect(await answerOf("ada", name, probes("t2")[name] ?? {})).not.toContain(secretWord);
    },
  );

  it("gets the same answer for another tenant's id as for an unknown one", async () => {
    const strange = { memory: "mem_none", checkpoint: "cp_none", remediation: "rem_none" };
    for (const [kind, id] of Object.entries(kept)) {
      const ask = async (which: unknown) => {
        const input = {
          memory: { memory_id: which },
          checkpoint: { checkpoint_id: which, tenant_id: "t1", level: "full" },
          remediation: { remediation_id: which, helpful: true, tenant_id: "t1" },
        }[kind];
        const name = { memory: "memory_get", checkpoint: "checkpoint_resume", remediation: "remediation_feedback" }[
          kind
        ];
        return (await answerOf("eve", name ?? "", input ?? {})).replace(String(which), "<id>");
      };
      expect(await ask(id)).toBe(await ask(strange[kind as keyof Kept]));
    }
  });

  it("is refused by every tool without tenants of its own, where no token says who calls", async () => {
    for (const tool of tools.filter(({ input }) => !("tenant_id" in input.shape))) {
      const input = { project_id: "shop", query: "x", tenant_id: "t1" };
      await expect(callTool(tool, input, app), tool.name).rejects.toThrow("tenant_id differs from the tenant");
    }
  });

  it("changed nothing, and the owner finds everything", async () => {
    const call = callAs(app, "ada");
    for (const name of [
      "memory_search",
      "checkpoint_list",
      "remediation_search",
      "repository_search",
      "repository_outline",
    ]) {
      expect(await answerOf("ada", name, probes("t1")[name] ?? {}), name).toContain(secretWord);
    }
    expect((await call("memory_get", { memory_id: kept.memory })).memory).toMatchObject({
      ...{ confidence: 0.5, state: "candidate" },
    });
    expect(await call("remediation_search", { query: fix.problem, tenant_id: "t1" })).toMatchObject({
      remediations: expect.arrayContaining([
        expect.objectContaining({ id: kept.remediation, usage_count: 0, confidence: 0.5 }),
      ]),
    });
  });
});
