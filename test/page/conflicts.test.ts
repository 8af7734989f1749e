import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoHome } from "../../demo/demo-home.js";
import { expectNoBarriers, itAtEveryWidth } from "../support/expect-no-barriers.js";
import { type PageServer, startPageServer } from "../support/page-server.js";
import { runPendingTimers } from "../support/page-time.js";

const stack = ".context-teleport/knowledge/tech-stack.md";
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=Grace", "-c", "user.email=grace@example.com", ...args], { stdio: "ignore" });

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer(divideVersions);
  await server.call("context_sync_pull", { strategy: "agent" });
});
afterAll(() => server.stop());

/** A colleague pushed other versions to the remote than the ones that are here. */
function divideVersions({ folder, repository }: DemoHome): void {
  const [remote, colleague] = [join(folder, "remote.git"), join(folder, "colleague")];
  git("init", "-q", "--bare", "-b", "main", remote);
  git("-C", repository, "remote", "set-url", "origin", remote);
  git("-C", repository, "push", "-q", "-u", "origin", "main");
  git("clone", "-q", remote, colleague);
  for (const [place, node] of [
    [colleague, "24"],
    [repository, "26"],
  ] as const) {
    const file = join(place, stack);
    writeFileSync(file, readFileSync(file, "utf8").replace("Node 22", `Node ${node}`));
    git("-C", place, "commit", "-q", "-am", `Node ${node}`);
  }
  git("-C", colleague, "push", "-q");
}

describe("the conflicts view", () => {
  itAtEveryWidth("has no barriers", async (width) => {
    const page = await server.open({ at: "#/conflicts", width });
    await page.getByRole("link", { name: /tech-stack/ }).click();
    await page.getByRole("button", { name: /Use theirs/ }).waitFor();
    await expectNoBarriers(page, "conflict", width);
  });

  it("keeps both versions under one heading, and the choice after a reload", async () => {
    const page = await server.open({ at: "#/conflicts" });
    await page.getByRole("link", { name: /tech-stack/ }).click();
    await page.getByRole("button", { name: /Keep both/ }).click();
    await page.reload();
    const text = await page.getByLabel("Resolved file").inputValue();
    expect(text.match(/^## Stack$/gm)).toHaveLength(1);
    expect(text).toContain("Node 24");
    expect(text).toContain("Node 26");
  });

  it("aborts a merge only when the time to undo is over", async () => {
    const page = await server.open({ at: "#/conflicts" });
    const asked: string[] = [];
    page.on("request", (sent) => asked.push(sent.url()));
    await page.getByRole("button", { name: "Abort" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await runPendingTimers(page);
    await page.reload();
    await page.getByRole("link", { name: /tech-stack/ }).waitFor();
    expect(asked.filter((url) => url.includes("context_merge_abort"))).toEqual([]);
  });

  it("resolves section by section and finalizes the merge", async () => {
    const page = await server.open({ at: "#/conflicts" });
    await page.getByRole("link", { name: /tech-stack/ }).click();
    expect(await page.getByRole("button", { name: "Choose 1 more" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: /Use theirs/ }).click();
    await page.getByRole("button", { name: "Resolve", exact: true }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "1 to resolve" }).waitFor();
    // Undo keeps the choices that were made.
    await page.getByRole("button", { name: /Use theirs/, pressed: true }).waitFor();
    await page.getByRole("button", { name: "Resolve", exact: true }).click();
    await page.getByRole("button", { name: "Finalize" }).click();
    await page.getByText("Committing the merge of 1 file").waitFor();
    await runPendingTimers(page);
    await page.getByText("Nothing to resolve").waitFor();
    await expectNoBarriers(page, "conflict-none");
    expect(readFileSync(join(server.demo.repository, stack), "utf8")).toContain("Node 24");
  });

  it("shows the version that a pull decided against, restores it, and undoes that", async () => {
    const { folder, repository } = server.demo;
    const [mine, theirs] = [join(repository, stack), join(folder, "colleague", stack)];
    const rewrite = (file: string, version: string) =>
      writeFileSync(file, readFileSync(file, "utf8").replace("Node 24", version));
    rewrite(theirs, "Node 28");
    git("-C", join(folder, "colleague"), "commit", "-q", "-am", "Node 28");
    git("-C", join(folder, "colleague"), "push", "-q");
    rewrite(mine, "Node 30");
    await server.call("context_sync_pull", { strategy: "ours" });
    const page = await server.open({ at: "#/conflicts" });
    await page
      .getByRole("list", { name: "Overruled versions" })
      .getByRole("link", { name: /tech-stack/ })
      .click();
    await page.locator(".diff-line.added", { hasText: "Node 28" }).waitFor();
    await expectNoBarriers(page, "conflict-overruled");
    await page.getByRole("button", { name: "Restore the overruled version" }).click();
    await page.locator(".diff-line.added", { hasText: "Node 30" }).waitFor();
    expect(readFileSync(mine, "utf8")).toContain("Node 28");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".diff-line.added", { hasText: "Node 28" }).waitFor();
    expect(readFileSync(mine, "utf8")).toContain("Node 30");
  });
});
