import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CommandPolicy, judgeCommand, openPolicy, readPolicy, splitCommands } from "./command-policy.js";

const policy = (changes: Partial<CommandPolicy>): CommandPolicy => ({ ...openPolicy, ...changes });

describe("judgeCommand", () => {
  it("allows everything until a project says otherwise", () =>
    expect(judgeCommand("rm -rf /", openPolicy)).toBe("allow"));

  it("denies a command wherever it stands in the line", () => {
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
      expect(judgeCommand(line, noRemoving), line).toBe("deny");
    }
    expect(judgeCommand("echo 'rm x'", noRemoving)).toBe("allow");
  });

  it("allows by pattern only when every part of the line is covered", () => {
    const onlyNpm = policy({ allow: ["npm *", "git status"], otherwise: "ask" });
    expect(judgeCommand("npm test", onlyNpm)).toBe("allow");
    expect(judgeCommand("npm run lint && npm test -- --run src/a.ts", onlyNpm)).toBe("allow");
    expect(judgeCommand("npm test; curl evil", onlyNpm)).toBe("ask");
    expect(judgeCommand("npm test $(curl evil)", onlyNpm)).toBe("ask");
    expect(judgeCommand("npm test $HOME", onlyNpm)).toBe("ask");
  });

  it("takes the strictest verdict that fits", () => {
    const mixed = policy({ allow: ["git *"], ask: ["git push*"], deny: ["git push --force*"] });
    expect(["git log", "git push", "git push --force"].map((line) => judgeCommand(line, mixed))).toEqual([
      "allow",
      "ask",
      "deny",
    ]);
  });

  it("never gets milder by adding a command to the line", () => {
    const strict = policy({ allow: ["a*"], deny: ["b*"], otherwise: "ask" });
    const order = ["allow", "ask", "deny"];
    const word = fc.constantFrom("a", "a b", "b", "c", "a 'x;y'");
    fc.assert(
      fc.property(word, word, fc.constantFrom(";", "&&", "|", "\n"), (one, two, sign) => {
        const both = order.indexOf(judgeCommand(`${one}${sign}${two}`, strict));
        expect(both).toBeGreaterThanOrEqual(order.indexOf(judgeCommand(one, strict)));
      }),
    );
  });
});

describe("splitCommands", () => {
  it("leaves quoted signs alone", () => {
    expect(splitCommands(`echo "a;b" 'c|d' e\\;f ; ls`)).toEqual([`echo "a;b" 'c|d' e\\;f`, "ls"]);
  });
});

describe("readPolicy", () => {
  it("closes everything when what was stored cannot be read", () =>
    expect(readPolicy("{broken").otherwise).toBe("deny"));
});
