import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tools } from "../src/tools/catalog.js";
import { callAs } from "./support/call-as.js";
import { claudeSession } from "./support/claude-session.js";
import { seedProject } from "./support/seed-project.js";
import { type TestApp, testApp } from "./support/test-app.js";

const secretWord = "zebrafish";
const session = "5e551011-0000-4000-8000-000000000001";

/** Calls with the ids of the first account's records, by tool. */
const probes: Record<string, object> = {
  search_archive: { query: secretWord },
  fetch_context: { query: secretWord },
  get_patterns: { minFrequency: 1 },
  session_list: { limit: 20 },
  session_read: { session },
  session_timeline: { session },
  session_handover: { session },
  file_history: { path: "README.md" },
  list_projects: {},
  switch_project: { project: "ecommerce" },
  get_project_info: { project: "ecommerce" },
  list_repos: { project: "ecommerce" },
  query_repo: { repo: "api", query: "What is here?", project: "ecommerce" },
  query_all_repos: { query: "What is here?", project: "ecommerce" },
  get_repo_structure: { repo: "api", project: "ecommerce" },
  implement_in_repo: { repo: "api", task: "Nothing.", project: "ecommerce" },
  run_in_repo: { repo: "api", command: "git log -1", project: "ecommerce" },
  run_status: {},
  run_result: { id: "sa_example" },
  run_cancel: { id: "sa_example" },
};

describe("another account", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
    await seedProject(app);
    const path = join(app.folder, "..", "person", ".claude", "projects", "shop", `${session}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    const turn = { asked: `Who feeds the ${secretWord}?`, answered: `Ada feeds the ${secretWord}.` };
    writeFileSync(path, claudeSession(app.folder, [turn]));
    await app.ingest.importAll({ agents: ["claude-code"], since: undefined, dryRun: false, progress: () => {} });
  });
  afterAll(() => app.remove());

  const answerOf = async (tenant: string, name: string) =>
    callAs(app, tenant)(name, probes[name] ?? {}).then(
      (answer) => JSON.stringify(answer),
      (error) => `${error.code} ${error.message}`,
    );

  const others = tools.filter(({ toolset }) => toolset === "archive" || toolset === "bridge").map(({ name }) => name);

  it("has a probe for every tool that stores rows", () => {
    expect(others.filter((name) => !(name in probes))).toEqual([]);
  });

  it("leaves the records visible to their owner", async () => {
    expect(await answerOf("local", "search_archive")).toContain(secretWord);
    expect(await answerOf("local", "list_projects")).toContain("E-commerce platform");
    expect(await answerOf("local", "run_status")).toContain("sa_example");
  });

  it.each(others)("cannot read the first account's records through %s", async (name) => {
    const answer = await answerOf("eve", name);
    expect(answer).not.toContain(secretWord);
    expect(answer).not.toContain("E-commerce platform");
    expect(answer).not.toContain(app.folder);
  });

  it("gets the same answer for another account's run as for an unknown one", async () => {
    for (const name of ["run_result", "run_cancel"]) {
      const unknown = await callAs(app, "eve")(name, { id: "sa_nobody" }).catch(String);
      const theirs = await callAs(app, "eve")(name, { id: "sa_example" }).catch(String);
      expect(JSON.stringify(theirs).replace("sa_example", "sa_nobody"), name).toBe(JSON.stringify(unknown));
    }
  });
});
