import { describe, expect, it } from "vitest";
import { coversCommand, isReadOnlyCommand } from "./commands.js";

describe("coversCommand", () => {
  it.each([
    ["npm test", "npm test"],
    ["pytest", "pytest tests/test_a.py"],
    ["pytest tests/test_a.py", "pytest tests/test_a.py::test_b -x"],
    ["pytest tests/test_a.py -q", "pytest"],
    ["uv run pytest -q", "pytest"],
    ["python -m pytest tests/a.py", "poetry run pytest tests/a.py"],
    ["npm run test", "npm test 2>&1 | tail -5"],
    ["pnpm test -- --run", "npm test"],
    ["cargo test --all", "cargo test -p timer"],
    ["cd app && CI=1 npx vitest run src/a.test.ts", "npx vitest run src/a.test.ts"],
    ["pnpm build && pnpm test", "pnpm test"],
  ])("%j proves %j", (passed, failed) => expect(coversCommand(passed, failed)).toBe(true));

  it.each([
    ["pytest tests/test_b.py", "pytest tests/test_a.py"],
    ["cargo build", "cargo test"],
    ["make clean", "make"],
    ["git status", "git push"],
    ["npm install", "npm test"],
    ["node a.js", "node b.js"],
    ["ls src", "ls lib"],
  ])("%j proves nothing about %j", (passed, failed) => expect(coversCommand(passed, failed)).toBe(false));
});

describe("isReadOnlyCommand", () => {
  it.each([
    "ls -la",
    "cd src && rg -n pool",
    "git status",
    "cat a | head -3",
    "npm view x",
    "git log --oneline | wc -l",
  ])("sees that %s only looks", (command) => expect(isReadOnlyCommand(command)).toBe(true));

  it.each(["npm test", "rm -rf dist", "echo x > a.txt", "git commit -m x", "ls && npm ci", "", "sed -i s/a/b/ x"])(
    "does not take %j for a look",
    (command) => expect(isReadOnlyCommand(command)).toBe(false),
  );
});
