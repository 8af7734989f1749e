import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/support/test-app.js";
import { tools } from "../tools/catalog.js";
import { callTool } from "./call-tool.js";
import { emptyHint } from "./empty-hint.js";

/** Tools that look something up; the others read one record by its name. */
const lookups: Readonly<Record<string, object>> = {
  recall: { query: "walrus" },
  context_search: { query: "walrus" },
  context_list_knowledge: {},
  context_list_conventions: {},
  context_list_decisions: {},
  context_list_skills: {},
  context_list_skill_proposals: {},
  memory_search: { project_id: "shop", query: "walrus" },
  memory_list: { project_id: "shop" },
  checkpoint_list: {},
  remediation_search: { query: "walrus" },
  search_archive: { query: "walrus" },
  fetch_context: { query: "walrus" },
  get_patterns: {},
  session_list: {},
  session_read: {},
  session_timeline: {},
  file_history: { path: "src/walrus.ts" },
  list_projects: {},
  run_status: {},
};

describe("an answer that found nothing", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.remove());

  it.each(Object.entries(lookups))("of %s says so, and what to try, in terms of tools", async (name, input) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`Unknown tool: ${name}`);
    const answer = (await callTool(tool, input, app)) as { hint?: string; notice?: string };
    const said = answer.hint ?? answer.notice ?? emptyHint(tool, answer) ?? "";
    expect(said).toMatch(/^(No|Nothing) .+\. \S.+\.$/);
    // Commands remain only where no tool does the same.
    expect(said.match(/`throughline [^`]+`/g) ?? []).toEqual(
      [...said.matchAll(/`throughline (?:import sessions|project create NAME)`/g)].map(([text]) => text),
    );
  });
});
