import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CommandPolicy, defaultPolicy, evaluateCommand, readPolicy, splitCommands } from "./command-policy.js";

const policy = (changes: Partial<CommandPolicy>): CommandPolicy => ({ ...defaultPolicy, ...changes });

describe("evaluateCommand", () => {
  it("allows everything by default", () => expect(evaluateCommand("rm -rf /", defaultPolicy)).toBe("allow"));

  it("denies a command anywhere in the line", () => {
    const noRemoving = policy({ deny: ["rm *", "git push*"] });
    for (const line of [
      "rm -rf x",
      "ls; rm x",
      "true && rm x",
      "echo $(rm x)",
      "echo `rm x`",
      'echo "$(rm x)"',
      "(rm x)",
      "ls | rm x",
      "ls\nrm x",
      "git  push origin",
    ]) {
      expect(evaluateCommand(line, noRemoving), line).toBe("deny");
    }
    expect(evaluateCommand("echo 'rm x'", noRemoving)).toBe("allow");
  });

  it("allows by pattern only when every part of the line is covered", () => {
    const onlyNpm = policy({ allow: ["npm *", "git status"], otherwise: "ask" });
    expect(evaluateCommand("npm test", onlyNpm)).toBe("allow");
    expect(evaluateCommand("npm run lint && npm test -- --run src/a.ts", onlyNpm)).toBe("allow");
    expect(evaluateCommand("npm test; curl evil", onlyNpm)).toBe("ask");
    expect(evaluateCommand("npm test $(curl evil)", onlyNpm)).toBe("ask");
    expect(evaluateCommand("npm test $HOME", onlyNpm)).toBe("ask");
  });

  it("returns the strictest matching verdict", () => {
    const mixed = policy({ allow: ["git *"], ask: ["git push*"], deny: ["git push --force*"] });
    expect(["git log", "git push", "git push --force"].map((line) => evaluateCommand(line, mixed))).toEqual([
      "allow",
      "ask",
      "deny",
    ]);
  });

  it("never gets less strict when a command is added to the line", () => {
    const strict = policy({ allow: ["a*"], deny: ["b*"], otherwise: "ask" });
    const order = ["allow", "ask", "deny"];
    const word = fc.constantFrom("a", "a b", "b", "c", "a 'x;y'");
    fc.assert(
      fc.property(word, word, fc.constantFrom(";", "&&", "|", "\n"), (one, two, sign) => {
        const both = order.indexOf(evaluateCommand(`${one}${sign}${two}`, strict));
        expect(both).toBeGreaterThanOrEqual(order.indexOf(evaluateCommand(one, strict)));
      }),
    );
  });
});

describe("splitCommands", () => {
  it("does not split inside quotes", () => {
    expect(splitCommands(`echo "a;b" 'c|d' e\\;f ; ls`)).toEqual([`echo "a;b" 'c|d' e\\;f`, "ls"]);
  });
});

describe("readPolicy", () => {
  it("denies everything when the stored policy is unreadable", () =>
    expect(readPolicy("{broken").otherwise).toBe("deny"));
});
