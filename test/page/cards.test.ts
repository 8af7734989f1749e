import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardPage } from "../../src/surface/mcp/cards.js";
import { findBarriers } from "../support/axe.js";
import { type BorrowedBrowser, borrowBrowser } from "../support/browser.js";
import { itAtEveryWidth, type Theme, themes, type Width } from "../support/expect-no-barriers.js";
import { takeScreenshot, widths } from "../support/page-server.js";
import { mainScript } from "../support/product.js";

const built = (name: string) => readFileSync(join(mainScript, "..", "cards", name), "utf8");

let borrowed: BorrowedBrowser;
beforeAll(async () => {
  borrowed = await borrowBrowser();
});
afterAll(() => borrowed.giveBack());

/** A string, because it runs in the browser: the client's side of the card protocol. */
const clientScript = (html: string, answer: object, theme: string) => `(() => {
  const frame = document.querySelector("iframe");
  window.asked = [];
  const reply = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const greeting = { protocolVersion: "2026-01-26", hostInfo: { name: "test", version: "1" }, hostCapabilities: {} };
  addEventListener("message", ({ data }) => {
    if (data.method === "ui/initialize")
      reply({ id: data.id, result: { ...greeting, hostContext: { theme: ${JSON.stringify(theme)} } } });
    if (data.method === "ui/notifications/initialized")
      reply({ method: "ui/notifications/tool-result", params: { structuredContent: ${JSON.stringify(answer)}, content: [] } });
    if (data.method === "tools/call") {
      window.asked.push(data.params);
      reply({ id: data.id, result: { content: [], structuredContent: {} } });
    }
  });
  frame.srcdoc = ${JSON.stringify(html)};
})()`;

type Look = { readonly width?: Width; readonly theme?: Theme };

/** A client that shows a card in a sandbox, sends it an answer, and records its calls. */
async function showIn(card: string, answer: object, { width = "desk", theme = "light" }: Look = {}): Promise<Page> {
  const page = await borrowed.browser.newPage({ viewport: widths[width], colorScheme: theme });
  const html = cardPage(card, { script: built("card.js"), style: built("card.css") });
  await page.setContent(`<iframe id="card" sandbox="allow-scripts" style="border:0;width:100%;height:540px"></iframe>`);
  await page.evaluate(clientScript(html, answer, theme));
  return page;
}

const inside = (page: Page) => page.frameLocator("#card");
const memory = { id: "mem_1", title: "Days end in UTC", content: "Count **ours** the same way.", confidence: 0.5 };
const decision = { title: "Keep carts on the server", status: "accepted", context: "Devices.", decision: "Rows." };
const conflict = {
  file_path: "knowledge/stack.md",
  base_content: "# Stack\n\nNode 20\n",
  ours_content: "# Stack\n\nNode 22\n",
  theirs_content: "# Stack\n\nNode 24\n",
};
const found = {
  memories: [
    { ...memory, state: "candidate" },
    { ...memory, id: "mem_2", state: "verified" },
  ],
};
const cards = { review: found, search: found, decision, conflict };

const attack = '<img src=x onerror="parent.pwned=1"><script>parent.pwned=2</script> [x](javascript:parent.pwned=3)';

describe("cards in a client", () => {
  describe.each(themes)("in the %s theme", (theme) => {
    itAtEveryWidth("have no barriers", async (width) => {
      for (const [card, answer] of Object.entries(cards)) {
        const page = await showIn(card, answer, { width, theme });
        await inside(page).getByRole("heading").first().waitFor();
        await takeScreenshot(page, `card-${card}-${width}-${theme}`);
        const frame = page.frames().find((one) => one !== page.mainFrame());
        expect(frame && (await findBarriers(frame))).toEqual([]);
        await page.close();
      }
    });
  });

  it("review memories and undo", async () => {
    const page = await showIn("review", { memories: [{ ...memory, state: "candidate" }] });
    await inside(page).getByRole("button", { name: "Verify" }).click();
    await inside(page).getByText("verified").waitFor();
    await inside(page).getByRole("button", { name: "Undo" }).click();
    await inside(page).getByText("candidate").waitFor();
    expect(await page.evaluate("window.asked")).toEqual([
      { name: "memory_update", arguments: { memory_id: "mem_1", state: "verified" } },
      { name: "memory_update", arguments: { memory_id: "mem_1", state: "candidate" } },
    ]);
    await page.close();
  });

  it("show a decision in the client's theme", async () => {
    const page = await showIn("decision", decision, { theme: "dark" });
    await inside(page).locator(':root[data-theme="dark"]').waitFor();
    await page.close();
  });

  it("resolve a conflict by section", async () => {
    const page = await showIn("conflict", conflict);
    await inside(page)
      .getByRole("button", { name: /Use theirs/ })
      .click();
    await inside(page).getByRole("button", { name: "Resolve" }).click();
    await inside(page).getByText("ask the agent to finalize the merge").waitFor();
    const content = "# Stack\n\nNode 24\n";
    expect(await page.evaluate("window.asked")).toEqual([
      { name: "context_resolve_conflict", arguments: { file_path: "knowledge/stack.md", content } },
    ]);
    await page.close();
  });

  it("never run text of an answer", async () => {
    const page = await showIn("search", {
      memories: [{ ...memory, title: attack, content: attack, state: "candidate" }],
    });
    await inside(page).getByText("parent.pwned=2").first().waitFor();
    expect(await inside(page).locator("#card :is(script, img)").count()).toBe(0);
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    await page.close();
  });
});
