import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoHome } from "../demo/make-demo-home.js";
import { ClaudeTranscript } from "../support/claude-transcript.js";
import { expectNoBarriers, itAtEveryWidth } from "../support/expect-no-barriers.js";
import { type PageServer, startPageServer } from "../support/page-server.js";

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer(undefined, makeHome);
});
afterAll(() => server.stop());

/** An empty home on a machine with Claude Code, which left a session. */
async function makeHome(folder: string): Promise<DemoHome> {
  const [home, person, repository] = [join(folder, "home"), join(folder, "person"), join(folder, "work")];
  const id = "5e551011-0000-4000-8000-000000000009";
  const transcript = new ClaudeTranscript(id, repository);
  transcript.ask("Why does the pool time out so early?").say("It was too small.");
  for (const path of [home, repository, join(person, ".claude/projects/work")])
    mkdirSync(path, { mode: 0o700, recursive: true });
  writeFileSync(join(person, ".claude/projects/work", `${id}.jsonl`), `${transcript.lines.join("\n")}\n`);
  return { folder, home, person, repository };
}

describe("the first run", () => {
  itAtEveryWidth("finds the agents and shows the exact changes first", async (width) => {
    const page = await server.open({ width });
    await page.getByLabel("Claude Code").waitFor();
    await page.getByText(/^Show the changes to \d+ files$/).click();
    await page.locator(".diff-line.added", { hasText: "mcpServers" }).first().waitFor();
    expect(existsSync(join(server.demo.person, ".claude.json"))).toBe(false);
    await expectNoBarriers(page, "first-run", width);
  });

  it("connects them at a click, and imports their sessions", async () => {
    const page = await server.open();
    await page.getByRole("button", { name: "Connect and import" }).click();
    await page.getByText("Why does the pool time out so early?").first().waitFor();
    await page.getByText("Connected Claude Code").waitFor();
    expect(readFileSync(join(server.demo.person, ".claude.json"), "utf8")).toContain("throughline");
  });
});
