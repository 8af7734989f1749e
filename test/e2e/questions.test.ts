import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Product } from "../support/product.js";
import { hasPseudoTerminal, PseudoTerminal } from "../support/pseudo-terminal.js";
import { root } from "../support/sources.js";

let product: Product;
beforeEach(() => {
  product = new Product();
});
afterEach(() => product.remove());

const open = (...words: string[]) =>
  new PseudoTerminal([process.execPath, join(root, "dist", "main.js"), ...words], {
    cwd: product.repository,
    env: { ...product.env, TERM: "xterm" },
  });
const installed = () => existsSync(join(product.folder, ".claude.json"));

/** Types keys at the question of `install`, and returns what the terminal shows from there on. */
async function answerInstall(...keys: string[]): Promise<string> {
  for (const folder of [".claude", ".codex"]) mkdirSync(join(product.folder, folder), { recursive: true });
  const terminal = open("install", "--skip-history", "--skip-notes", "--skip-test");
  await terminal.shows("Make these changes?");
  let from = terminal.output.length;
  for (const key of keys) {
    terminal.type(key);
    if (key === "d\r") await terminal.shows("[y/N", from);
    from = key === "d\r" ? terminal.output.length : from;
  }
  await terminal.ended;
  return terminal.output;
}

describe.runIf(hasPseudoTerminal())("a question at a terminal", () => {
  it("of install is one screen: each agent with its files, lines and what they do", async () => {
    const output = await answerInstall("n\r");
    const [screen = ""] = output.split("Make these changes?");
    expect(screen.split("\n").length).toBeLessThanOrEqual(24);
    expect(screen).toMatch(/Claude Code +~\/\.claude\.json +new \+\d+ +tools\r\n/);
    expect(screen).toMatch(/~\/\.codex\/hooks\.json +new \+\d+ +hooks\r\n/);
    expect(screen).toMatch(/skills\/throughline-\* +new \+\d+ +skills\r\n/);
    expect(screen).toContain("Nothing leaves this machine.");
    expect(screen).not.toContain("@@");
  });

  it("of install ends quietly with n", async () => {
    const output = await answerInstall("n\r");
    expect(output.split("Make these changes?")[1]?.trim()).toMatch(/n[\r\n]+Nothing was changed\.$/);
    expect(installed()).toBe(false);
  });

  it("of install shows the diff with d, and then takes yes", async () => {
    const output = await answerInstall("d\r", "y\r");
    expect(output).toMatch(/\+\+\+ .*\.claude\.json/);
    expect(output).toContain("Connected Claude Code, Codex.");
    expect(installed()).toBe(true);
  });

  it.each([
    ["Ctrl-C", "\x03"],
    ["the end of the input", "\x04"],
  ])("ends quietly with %s", async (_, key) => {
    const output = await answerInstall(key);
    expect(output.split("Make these changes?")[1]?.trim()).toMatch(/Nothing was changed\.$/);
    expect(output).not.toMatch(/Error|at async|\^C\^C/);
    expect(installed()).toBe(false);
  });

  it("about deleting waits after a yes, so that Ctrl-C still undoes it", async () => {
    product.run(["memory", "record", "Use pnpm here", "Use pnpm here, never npm.", "--kind", "rule"]);
    const { memories } = JSON.parse(product.run(["memory", "list", "--json"]).stdout) as { memories: { id: string }[] };
    const terminal = open("memory", "forget", String(memories[0]?.id));
    await terminal.shows("Continue?");
    terminal.type("y\r");
    await terminal.shows("Press Ctrl-C to stop it.");
    terminal.type("\x03");
    await terminal.ended;
    expect(terminal.output).toContain("Nothing was changed.");
    expect(product.run(["memory", "list"]).stdout).toContain("never npm");
  });
});
