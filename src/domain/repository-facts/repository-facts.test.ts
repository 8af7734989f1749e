import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commitIn } from "../../../test/support/git-in.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(app.folder, path)), { recursive: true });
  writeFileSync(join(app.folder, path), text);
};

function commit(subject: string, body = ""): void {
  execFileSync("git", ["-C", app.folder, "add", "-A"]);
  commitIn(app.folder, subject, body);
}

describe("what a repository says", () => {
  it("is its checks, its decisions that hold, its rules, and what is changed together, each with its source", async () => {
    write(
      ".github/workflows/ci.yml",
      "on: [pull_request]\njobs:\n  test:\n    steps:\n      - run: npm ci\n      - run: |\n          npm run lint\n          npm test\n",
    );
    write(".github/workflows/release.yml", "on: [pull_request]\njobs:\n  r:\n    steps:\n      - run: npm run build\n");
    write(
      "docs/adr/0001-use-sqlite.md",
      "# 1. Use SQLite\n\nStatus: accepted\n\n## Decision\n\nWe store rows in SQLite, without a server.\n",
    );
    write(
      "docs/adr/0002-use-redis.md",
      "# 2. Use Redis\n\nStatus: superseded\n\n## Decision\n\nWe keep sessions in Redis, on one machine.\n",
    );
    write(
      "CONTRIBUTING.md",
      "# Contributing\n\nThank you for your help!\n\n## Migrations\n\nNever edit a released migration; add a file instead.\nIt must be tested.\n",
    );
    for (const name of ["api.ts", "schema.sql"]) write(`src/${name}`, "1\n");
    commit("Start");
    for (let i = 0; i < 10; i++) {
      for (const name of ["api.ts", "schema.sql"]) appendFileSync(join(app.folder, "src", name), `${i}\n`);
      commit(`Add column ${i}`);
    }
    expect(await app.repositoryFacts.read(app.folder)).toEqual([
      {
        title: "Commands that CI runs",
        content: "CI checks a change with `npm run lint`, `npm test`.",
        kind: "fact",
        source: ".github/workflows/ci.yml:7, .github/workflows/ci.yml:8",
        anchors: [".github/workflows/ci.yml"],
      },
      {
        title: "Use SQLite",
        content: "We store rows in SQLite, without a server.",
        kind: "decision",
        source: "docs/adr/0001-use-sqlite.md:6",
        anchors: ["docs/adr/0001-use-sqlite.md"],
      },
      {
        title: "Migrations",
        content: "Migrations: Never edit a released migration; add a file instead.",
        kind: "rule",
        source: "CONTRIBUTING.md:7",
        anchors: ["CONTRIBUTING.md"],
      },
      {
        title: "src/api.ts changes with src/schema.sql",
        content: "11 of the last 11 small commits that changed src/api.ts also changed src/schema.sql.",
        kind: "fact",
        source: "11 commits",
        anchors: ["src/api.ts", "src/schema.sql"],
      },
    ]);
  });

  it("takes commands as CI wraps them, but no step that only prepares, and nothing of a script", async () => {
    write(
      ".github/workflows/tests.yml",
      `on: [pull_request]
jobs:
  test:
    steps:
      - run: uv sync --group tests
      - run: uv run --locked --group dev tox run -e typing
      - run: npm run unit
      - run: |
          cd web
          npm run lint
      - run: npm run e2e
        working-directory: web
      - uses: actions/github-script
        with:
          script: |
            label: test-compare
`,
    );
    write(
      ".gitlab-ci.yml",
      "image: node\nunit:\n  script:\n    - npm ci\n    - npm run test\ndeploy:\n  script: npm run build\n",
    );
    commit("Start");
    expect((await app.repositoryFacts.read(app.folder)).map(({ content, source }) => [content, source])).toEqual([
      [
        "CI checks a change with `npm run test`, `uv run --locked --group dev tox run -e typing`, `npm run unit`.",
        ".gitlab-ci.yml:5, .github/workflows/tests.yml:6, .github/workflows/tests.yml:7",
      ],
    ]);
  });

  it("is offered once, as candidates that no session receives before a person accepts them", async () => {
    write("CONTRIBUTING.md", "# Contributing\n\nNever edit a released migration; add a file instead.\n");
    commit("Start");
    const candidates = await app.repositoryFacts.read(app.folder);
    const [offered] = await app.repositoryFacts.offer(app.call, candidates);
    expect(await app.repositoryFacts.offer(app.call, candidates)).toEqual([]);
    const { memory } = await app.memories.get(app.call, offered?.id ?? "");
    expect(memory).toMatchObject({
      state: "candidate",
      tags: ["repository", "rule"],
      anchors: [{ name: "CONTRIBUTING.md" }],
    });
    expect(memory.content).toBe("Never edit a released migration; add a file instead. (CONTRIBUTING.md:3)");
    expect(await app.memories.trusted(app.call, 10)).toEqual([]);
    await app.memories.update(app.call, memory.id, { state: "verified" });
    expect(await app.memories.trusted(app.call, 10)).toHaveLength(1);
  });

  it("is nothing outside of git, and in an empty repository", async () => {
    expect(await app.repositoryFacts.read("/")).toEqual([]);
    expect(await app.repositoryFacts.read(app.folder)).toEqual([]);
  });
});
