import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedProject } from "../../../test/support/seed-project.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { shortId } from "../../base/ids.js";
import { plainPaint } from "../../base/paint.js";
import { callTool } from "../../surface/call-tool.js";
import { tools } from "../catalog.js";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ "agent.sandbox": "off" });
  await seedProject(app);
});
afterAll(() => app.remove());

const toolNamed = (name: string) => {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
};
const call = async (name: string, input: object = {}) =>
  (await callTool(toolNamed(name), input, app)) as Record<string, unknown>;

/** The fields of each answer, as the contract names them. */
const usage = { inputTokens: 100, outputTokens: 20, cost: 0.01 };
const fields: Record<string, [input: object, expected: Record<string, unknown>]> = {
  list_projects: [
    {},
    {
      projects: [
        {
          name: "ecommerce",
          description: "E-commerce platform",
          active: true,
          repoCount: 1,
          createdAt: expect.any(String),
          lastAccessed: expect.any(String),
        },
      ],
      count: 1,
      activeProject: "ecommerce",
    },
  ],
  switch_project: [
    { project: "ecommerce" },
    {
      success: true,
      previousProject: "ecommerce",
      currentProject: "ecommerce",
      repoCount: 1,
      repos: [{ name: "api", path: expect.any(String) }],
    },
  ],
  get_project_info: [
    {},
    {
      name: "ecommerce",
      description: "E-commerce platform",
      active: true,
      repos: [
        {
          name: "api",
          path: expect.any(String),
          description: null,
          valid: true,
          stats: { files: 1, directories: 0, languages: ["Markdown"] },
        },
      ],
      stats: {
        repoCount: 1,
        validRepos: 1,
        invalidRepos: 0,
        totalFiles: 1,
        queryCount: 0,
        implementationCount: 0,
        createdAt: expect.any(String),
        lastAccessed: expect.any(String),
      },
    },
  ],
  list_repos: [
    {},
    {
      project: "ecommerce",
      repos: [{ name: "api", path: expect.any(String), description: null, valid: true }],
      count: 1,
      validCount: 1,
    },
  ],
  get_repo_structure: [
    { repo: "api" },
    {
      success: true,
      repo: "api",
      cached: false,
      executionTime: expect.any(Number),
      structure: {
        name: "api",
        type: "Markdown project",
        rootFiles: ["README.md"],
        directories: [],
        technologies: ["Markdown"],
        entryPoint: null,
        scripts: {},
      },
    },
  ],
  query_repo: [
    { repo: "api", query: "What is this?" },
    {
      success: true,
      repo: "api",
      query: "What is this?",
      cached: false,
      result: expect.stringContaining("Answer"),
      executionTime: expect.any(Number),
      subAgentId: expect.stringMatching(/^sa_/),
      enforcement: "cli",
      layers: ["agent-permissions", "comparison"],
      usage,
      sources: [{ file: "README.md", line: 1 }],
    },
  ],
  query_all_repos: [
    { query: "What is this?" },
    {
      success: true,
      query: "What is this?",
      results: [expect.objectContaining({ repo: "api", success: true, cached: true, executionTime: 0 })],
      summary: { total: 1, succeeded: 1, failed: 0, cached: 1, totalExecutionTime: 0, failedRepos: [] },
    },
  ],
  implement_in_repo: [
    { repo: "api", task: "ADD new.txt" },
    {
      success: true,
      repo: "api",
      task: "ADD new.txt",
      executionTime: expect.any(Number),
      subAgentId: expect.stringMatching(/^sa_impl_/),
      enforcement: "cli",
      layers: ["agent-permissions"],
      usage,
      result: {
        summary: expect.stringContaining("Answer"),
        changes: [{ file: "new.txt", action: "created", description: "+2 -0 lines" }],
        notes: "Nothing else.",
        diff: expect.stringContaining("+two"),
      },
    },
  ],
  run_in_repo: [
    { repo: "api", command: "echo out; echo err >&2; exit 1" },
    {
      success: true,
      repo: "api",
      command: "echo out; echo err >&2; exit 1",
      result: { exitCode: 1, stdout: "out\n", stderr: "err\n", workingDirectory: expect.any(String) },
      executionTime: expect.any(Number),
      subAgentId: expect.stringMatching(/^cmd_/),
      enforcement: "none",
      layers: [],
    },
  ],
};

describe("the bridge's tools", () => {
  for (const [name, [input, expected]] of Object.entries(fields)) {
    it(`${name} answers with the contract's fields, and as text at the terminal`, async () => {
      const answer = await call(name, input);
      expect(answer).toEqual(expected);
      expect(toolNamed(name).toText(answer, plainPaint)).not.toContain("undefined");
    });
  }

  it("runs a command unredacted, because it may need the secret", async () => {
    const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    const { result } = (await call("run_in_repo", { repo: "api", command: `printf %s ${secret} | wc -c` })) as {
      result: { stdout: string };
    };
    expect(result.stdout.trim()).toBe(String(secret.length));
    expect(JSON.stringify(await call("run_status"))).not.toContain(secret);
  });

  it("says at the terminal how to get the result of a background run", async () => {
    const answer = await call("run_in_repo", { repo: "api", command: "sleep 0.1", background: true });
    expect(toolNamed("run_in_repo").toText(answer, plainPaint)).toContain(
      `run result ${shortId(String(answer.subAgentId))}`,
    );
    const { runs } = (await call("run_status", { id: answer.subAgentId })) as { runs: { status: string }[] };
    expect(["waiting", "running", "done"]).toContain(runs[0]?.status);
  });
});
