import { describe, expect, it } from "vitest";
import { describeStructure } from "./describe-structure.js";

const structureOf = (files: Readonly<Record<string, string>>) =>
  describeStructure("repo", Object.keys(files).sort(), async (file) => files[file]);

describe("describeStructure", () => {
  it("reads a Node.js repository from its manifest", async () => {
    const manifest = {
      name: "api",
      main: "./src/index.ts",
      scripts: { test: "node --test" },
      dependencies: { express: "5" },
    };
    expect(
      await structureOf({
        "package.json": JSON.stringify(manifest),
        "package-lock.json": "",
        "src/index.ts": "",
        "src/routes/a.ts": "",
        "docs/x.md": "",
        Dockerfile: "",
      }),
    ).toEqual({
      name: "repo",
      type: "Node.js application",
      rootFiles: ["Dockerfile", "package-lock.json", "package.json"],
      directories: [
        { name: "docs", description: "Documentation", fileCount: 1, children: [] },
        { name: "src", description: "Source code", fileCount: 2, children: [{ name: "routes", fileCount: 1 }] },
      ],
      technologies: ["Node.js", "Express", "npm", "Docker", "TypeScript", "Markdown"],
      entryPoint: "src/index.ts",
      scripts: { test: "node --test" },
    });
  });

  const kinds: [string, Record<string, string>, Record<string, unknown>][] = [
    [
      "npm workspaces",
      { "package.json": '{"workspaces":["packages/*"]}', "packages/a/package.json": "{}" },
      { type: "Node.js workspace" },
    ],
    ["pnpm workspaces", { "package.json": "{}", "pnpm-workspace.yaml": "" }, { type: "Node.js workspace" }],
    ["Yarn", { "package.json": '{"workspaces":["a"]}', "yarn.lock": "" }, { type: "Node.js workspace" }],
    [
      "Python",
      { "pyproject.toml": '[project]\nname="x"\n[project.scripts]\ncli = "x:main"\n[tool.poetry]\n', "main.py": "" },
      { type: "Python project", entryPoint: "main.py", scripts: { cli: "x:main" } },
    ],
    ["Python requirements", { "requirements.txt": "flask==3", "app.py": "" }, { entryPoint: "app.py" }],
    ["Go", { "go.mod": "module x", "cmd/serve/main.go": "" }, { type: "Go module", entryPoint: "cmd/serve/main.go" }],
    ["Rust", { "Cargo.toml": "[workspace]\n", "src/lib.rs": "" }, { type: "Rust workspace", entryPoint: "src/lib.rs" }],
    [
      "Maven",
      { "pom.xml": "<project/>", "src/main/java/a/ShopApplication.java": "" },
      { type: "Java application (Maven)", entryPoint: "src/main/java/a/ShopApplication.java" },
    ],
    ["Gradle", { "build.gradle.kts": "plugins { kotlin }" }, { type: "Java application (Gradle)" }],
    [
      ".NET",
      { "Shop.csproj": "Microsoft.NET.Sdk.Web", "Program.cs": "" },
      { type: ".NET application", entryPoint: "Program.cs" },
    ],
    [
      "Ruby",
      { Gemfile: "gem 'rails'", "config.ru": "" },
      { type: "Ruby on Rails application", entryPoint: "config.ru" },
    ],
    [
      "PHP",
      {
        "composer.json": '{"require":{"laravel/framework":"11"},"scripts":{"test":["phpunit"]}}',
        "public/index.php": "",
      },
      { type: "PHP project", entryPoint: "public/index.php", scripts: { test: '["phpunit"]' } },
    ],
    [
      "CMake",
      { "CMakeLists.txt": "cmake_minimum_required(VERSION 3)\nproject(x)", "src/main.cpp": "" },
      { type: "C/C++ project", entryPoint: "src/main.cpp" },
    ],
    [
      "Make",
      { Makefile: "all: x\nVAR := 1\n%.o: %.c\ntest:\n\trun\n", "main.c": "" },
      { type: "C/C++ project", scripts: { all: "make all", test: "make test" } },
    ],
    [
      "Docker Compose",
      { "compose.yaml": "services: { db: { image: postgres } }" },
      { technologies: ["Docker Compose", "PostgreSQL"] },
    ],
    ["a folder without manifests", { "notes.txt": "" }, { type: "Folder of files", entryPoint: null, scripts: {} }],
  ];
  it.each(kinds)("recognizes %s", async (_, files, expected) =>
    expect(await structureOf(files)).toMatchObject(expected),
  );

  it("tolerates a broken, binary or huge manifest", async () => {
    const broken = { "package.json": "{ not json", "go.mod": "\u0000\u0001", "Cargo.toml": "x".repeat(3_000_000) };
    expect((await structureOf(broken)).type).toBe("Node.js application");
  });
});
