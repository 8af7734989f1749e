import { describe, expect, it } from "vitest";
import { fileRoleOf } from "./file-role.js";

const files = {
  test: "test/a.ts src/a.test.ts test_a.py pkg/a_test.go spec/a_spec.rb src/AppTest.java src/a.test-d.ts App.Tests/Pool.cs",
  document: "README.md docs/guide.rst CHANGELOG docs/api/pool.ts changelogs/1.yml locale/de.po",
  configuration: "package.json .github/workflows/ci.yml Dockerfile vite.config.ts pyproject.toml app.csproj",
  vendored: "vendor/github.com/a/b.go third_party/zlib/inflate.c src/_vendor/six.py",
  source:
    "src/latest.ts src/contest/a.ts src/attest.py db/001_users.sql src/Request.java lib/history.go src/docstring.py",
};

describe("fileRoleOf", () => {
  it.each(Object.entries(files))("recognizes a file as %s by common naming conventions", (role, paths) => {
    for (const path of paths.split(" ")) expect(fileRoleOf(path), path).toBe(role);
  });
});
