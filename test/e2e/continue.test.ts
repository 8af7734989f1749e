import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../support/claude-transcript.js";
import { Product } from "../support/product.js";

let product: Product;
beforeEach(() => {
  product = new Product();
  const one = new ClaudeTranscript("4f2a91c0-one", product.repository)
    .ask("Sort the ports by name.")
    .use("Bash", { command: "npm test" }, "Exit code 1\nError: ports are not sorted", true);
  const folder = join(product.folder, ".claude", "projects", "-shop");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "4f2a91c0-one.jsonl"), one.text);
  product.run(["import", "sessions", "--agent", "claude-code"]);
});
afterEach(() => product.remove());

/** A program that writes down how it was started, in place of an agent that needs a terminal. */
function agent(name: string, exitCode = 0): string {
  const bin = join(product.folder, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(
    join(bin, name),
    `#!/bin/sh\npwd > '${product.folder}/started'\nprintf '%s\\n' "$@" >> '${product.folder}/started'\nexit ${exitCode}\n`,
  );
  chmodSync(join(bin, name), 0o755);
  return bin;
}
const started = () => readFileSync(join(product.folder, "started"), "utf8").split("\n");
const run = (args: string[], bin: string) =>
  product.run(["continue", ...args], {
    env: { PATH: [bin, "/usr/bin", "/bin"].join(delimiter) },
    cwd: product.repository,
  });

describe.skipIf(process.platform === "win32")("throughline continue", () => {
  it("starts another agent in the session's folder with the hand-over", () => {
    const bin = agent("codex", 3);
    agent("claude");
    const { status, stderr } = run([], bin);
    const [folder, first, ...rest] = started();
    expect({ status, folder }).toEqual({ status: 3, folder: product.repository });
    expect(stderr).toContain("Continuing session 4f2a91c0 in Codex.");
    expect(first).toMatch(/^Go on with the work of an earlier session \(Claude Code, 4f2a91c0/);
    expect(rest.join("\n")).toMatch(/"Sort the ports by name\."[\s\S]*Error: ports are not sorted \(not overcome\)/);
  });

  it("starts the agent that is named, in its own way", () => {
    run(["4f2a", "--in", "gemini"], agent("gemini"));
    expect(started()[1]).toBe("-i");
  });

  it("prints the hand-over, and says what to do without the agent", () => {
    const bin = agent("nothing");
    expect(run(["--print"], bin).stdout).toContain('"Sort the ports by name."');
    const { status, stderr } = run(["--in", "codex"], bin);
    expect({ status, stderr }).toEqual({
      status: 6,
      stderr: expect.stringMatching(/The command `codex` is not on the PATH\.[\s\S]*throughline continue --print/),
    });
    expect(run(["nowhere"], bin).stderr).toContain("Session not found: nowhere.");
  });
});
