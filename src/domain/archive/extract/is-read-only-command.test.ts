import { describe, expect, it } from "vitest";
import { isReadOnlyCommand } from "./is-read-only-command.js";

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
