import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Product } from "../support/product.js";

let product: Product;
beforeEach(() => {
  product = new Product();
});
afterEach(() => product.remove());

const spooled = (): string => {
  const spool = join(product.home, "spool");
  return readdirSync(spool, { withFileTypes: true })
    .map(({ name }) => readFileSync(join(spool, name), "utf8"))
    .join("");
};

/** What VS Code sends to every hook that it runs. */
const send = (host: string, transcript: string) => {
  const payload = {
    timestamp: "2026-08-01T00:00:00.000Z",
    hook_event_name: "UserPromptSubmit",
    session_id: "v1",
    cwd: product.repository,
    transcript_path: transcript,
    prompt: "fix the build",
  };
  return product.run(["hook", "--host", host, "--event", "UserPromptSubmit"], { input: JSON.stringify(payload) });
};

describe("VS Code, which runs the hooks of Claude Code", () => {
  it("is never booked as Claude Code", () => {
    expect(send("claude-code", "/t/v1.jsonl").status).toBe(0);
    expect(spooled()).toContain('"agent":"vscode"');
    expect(spooled()).not.toContain("claude-code");
  });

  it("is handled once where it has hooks of its own", () => {
    const own = join(product.folder, ".copilot", "hooks", "throughline.json");
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(
      own,
      JSON.stringify({ hooks: { sessionStart: [{ bash: "throughline hook --host copilot --event sessionStart" }] } }),
    );
    send("copilot", "/t/own.jsonl");
    send("claude-code", "/t/borrowed.jsonl");
    expect(spooled()).toContain("/t/own.jsonl");
    expect(spooled()).not.toContain("/t/borrowed.jsonl");
  });
});
