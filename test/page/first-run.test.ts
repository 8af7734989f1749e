import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pendingMerge } from "../../demo/demo-context.js";
import type { DemoHome } from "../../demo/demo-home.js";
import { ClaudeTranscript } from "../support/claude-transcript.js";
import { expectNoBarriers, itAtEveryWidth } from "../support/expect-no-barriers.js";
import { type PageServer, startPageServer, waitUntilIdle } from "../support/page-server.js";

/** An empty home on a machine with Claude Code, which left a session in a repository. */
async function makeHome(folder: string): Promise<DemoHome> {
  const [home, person, repository] = [join(folder, "home"), join(folder, "person"), join(folder, "work")];
  const id = "5e551011-0000-4000-8000-000000000009";
  const transcript = new ClaudeTranscript(id, repository);
  transcript.ask("Why does the pool time out so early?").say("It was too small.");
  for (const path of [home, repository, join(person, ".claude/projects/work")])
    mkdirSync(path, { mode: 0o700, recursive: true });
  execFileSync("git", ["-C", repository, "init", "-q"]);
  writeFileSync(join(person, ".claude/projects/work", `${id}.jsonl`), `${transcript.lines.join("\n")}\n`);
  return { folder, home, person, repository };
}

const [conflictFile] = pendingMerge.conflicts.map(({ file_path }) => file_path);
const question = "Why does the pool time out so early?";

/** An agent learns something, and a pull finds that a colleague changed the same lines. */
async function workOn({ call, demo: { repository } }: PageServer): Promise<void> {
  await call("context_add_knowledge", { key: "tech-stack", content: pendingMerge.conflicts[0]?.ours_content });
  await call("memory_record", {
    project_id: "work",
    title: "Pools need 20 connections",
    content: "Ten are too few.",
    outcome: "success",
  });
  writeFileSync(join(repository, ".context-teleport/.pending_conflicts.json"), JSON.stringify(pendingMerge));
}

const isResolved = ({ demo: { repository } }: PageServer): boolean => {
  const file = join(repository, ".context-teleport/.pending_conflicts.json");
  const { conflicts } = JSON.parse(readFileSync(file, "utf8")) as typeof pendingMerge;
  return conflicts.every(({ resolved }) => resolved);
};

const isConnected = ({ demo: { person } }: PageServer): boolean => {
  const file = join(person, ".claude.json");
  return existsSync(file) && readFileSync(file, "utf8").includes("throughline");
};

/** Presses Tab until the focused element has this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focusedName = `(document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "").trim()`;
  for (let i = 0; i < 80; i++) {
    if (name.test(await page.evaluate<string>(focusedName))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Not reached by Tab: ${name}`);
}

describe.each(["mouse", "keyboard"] as const)("the way from an empty home to a shared replay, by %s", (hand) => {
  let server: PageServer;
  beforeAll(async () => {
    server = await startPageServer(undefined, makeHome);
  });
  afterAll(() => server.stop());

  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Clicks a button, or reaches it by Tab. */
  const use = async (page: Page, name: RegExp) => {
    if (hand === "mouse") return page.getByRole("button", { name }).first().click();
    await tabTo(page, name);
    await press(page, "Enter");
  };
  /** Opens a view from the navigation, or by its shortcut. */
  const goTo = async (page: Page, title: RegExp, key: string) => {
    if (hand === "mouse") await page.getByRole("link", { name: title }).click();
    else await Promise.all([page.keyboard.press("g"), page.keyboard.press(key)]);
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    await waitUntilIdle(page);
  };

  if (hand === "mouse")
    itAtEveryWidth("finds the agents and shows the exact changes first", async (width) => {
      const page = await server.open({ width });
      await page.getByLabel("Claude Code").waitFor();
      await page.getByText("1 past session found on this machine.").waitFor();
      await page.getByText(/^Show the changes to \d+ files$/).click();
      await page.locator(".diff-line.added", { hasText: "mcpServers" }).first().waitFor();
      expect(isConnected(server)).toBe(false);
      await expectNoBarriers(page, "first-run", width);
    });

  it("connects, imports, searches, corrects, resolves and shares", async () => {
    const page = await server.open();
    await page.getByLabel("Claude Code").waitFor();
    await use(page, /^Connect and import$/);
    await page.getByText("importing 1 past session").waitFor();
    await page.getByText(question).first().waitFor();
    await page.getByText("Connected Claude Code").waitFor();
    expect(isConnected(server)).toBe(true);

    if (hand === "mouse") await page.getByRole("button", { name: /^Search everything/ }).click();
    else await press(page, "Control+k");
    await page.locator("dialog input:focus").waitFor();
    await page.keyboard.type("pool time");
    const hit = page.getByRole("option").filter({ hasText: question }).first();
    await hit.waitFor();
    await (hand === "mouse" ? hit.click() : press(page, "Enter"));
    await page.locator(".turn[data-target]").waitFor();

    await workOn(server);
    await goTo(page, /^Memories$/, "m");
    await page.locator(".detail h2", { hasText: "Pools need 20 connections" }).waitFor();
    await (hand === "mouse" ? use(page, /^Edit$/) : press(page, "e"));
    await page.getByLabel("Title").waitFor();
    if (hand === "mouse") await page.getByLabel("Title").fill("Pools need 30 connections");
    else {
      for (let i = 0; i < 5 && (await page.locator("dialog input:focus").count()) === 0; i++) await press(page, "Tab");
      await press(page, "Control+a");
      await page.keyboard.type("Pools need 30 connections");
    }
    await use(page, /^Save$/);
    await page.getByText("Saved as a new version").waitFor();
    await page.locator(".detail h2", { hasText: "Pools need 30 connections" }).waitFor();

    await goTo(page, /^Inbox/, "r");
    await page.locator(".detail h2", { hasText: conflictFile?.split("/").at(-1) ?? "" }).waitFor();
    if (hand === "mouse") {
      await use(page, /^Use theirs/);
      await use(page, /^Resolve$/);
    } else await press(page, "2", "v");
    await page.getByText("Resolved", { exact: true }).waitFor();
    expect(isResolved(server)).toBe(true);

    await goTo(page, /^Sessions$/, "s");
    await page.locator(".session-row").first().waitFor();
    if (hand === "mouse") await page.locator(".session-row").first().click();
    else await press(page, "j", "Enter");
    await page.getByRole("button", { name: "Share" }).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), use(page, /^Share$/)]);
    expect(readFileSync(await download.path(), "utf8")).toContain(question);
  });
});
