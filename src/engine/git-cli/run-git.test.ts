import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitMessage, readGit, runGit } from "./run-git.js";

describe("runGit", () => {
  it("puts git's message on one line, without passwords and hints", () => {
    const output =
      "fatal: unable to access 'https://ada:token@host/x.git/': no\nhint: try this\nremote: \nerror: failed\n";
    expect(gitMessage(output)).toBe("unable to access 'https://host/x.git/': no failed");
    expect(gitMessage("")).toBe("no reason given");
  });

  it("passes arguments as they are: no shell reads them", async () => {
    const { out } = await runGit(tmpdir(), ["-c", "alias.x=!echo", "version", "--build-options", "; echo pwned"]);
    expect(out.toString()).not.toContain("pwned");
  });

  it("stops a command that takes too long, with its child processes", async () => {
    const { code, error } = await runGit(tmpdir(), ["-c", "alias.wait=!sleep 600", "wait"], { timeoutMs: 300 });
    expect(code).not.toBe(0);
    expect(error).toContain("took too long");
  });

  it("stops a command that prints too much", async () => {
    const { code, error } = await runGit(tmpdir(), ["-c", "alias.flood=!yes", "flood"], { maxOutputBytes: 1000 });
    expect(code).not.toBe(0);
    expect(error).toContain("printed too much");
  });

  it("says which folder is missing instead of blaming git", async () => {
    const { code, error } = await runGit(join(tmpdir(), "no-such-folder"), ["status"]);
    expect(code).not.toBe(0);
    expect(error).toContain("no-such-folder");
  });

  it("fails with what went wrong", async () => {
    await expect(readGit(tmpdir(), ["no-such-command"])).rejects.toThrow(/git no-such-command: .*not a git command/);
  });
});
