import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardPage } from "../../src/surface/mcp/cards.js";
import { openBrowser } from "../support/browser.js";
import { takeShot } from "../support/page-server.js";
import { mainScript } from "../support/product.js";

const built = (name: string) => readFileSync(join(mainScript, "..", "cards", name), "utf8");

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** As text, because it runs in the browser: what a client does with a card, as far as the card can tell. */
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

/** A client that shows a card in a sandbox, gives it an answer, and keeps what it asks for. */
async function showIn(card: string, answer: object, theme = "light"): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 720, height: 560 } });
  const html = cardPage(card, { script: built("card.js"), style: built("card.css") });
  await page.setContent(`<iframe id="card" sandbox="allow-scripts" style="border:0;width:100%;height:540px"></iframe>`);
  await page.evaluate(clientScript(html, answer, theme));
  return page;
}

const inside = (page: Page) => page.frameLocator("#card");
const attack = '<img src=x onerror="parent.pwned=1"><script>parent.pwned=2</script> [x](javascript:parent.pwned=3)';

describe("cards in a client", () => {
  it("review memories and take a judgement back", async () => {
    const memory = { id: "mem_1", title: "Days end in UTC", content: "Count **ours** the same way.", confidence: 0.5 };
    const page = await showIn("review", { memories: [{ ...memory, state: "candidate" }] });
    await inside(page).getByRole("button", { name: "Verify" }).click();
    await inside(page).getByText("verified").waitFor();
    await inside(page).getByRole("button", { name: "Undo" }).click();
    await inside(page).getByText("candidate").waitFor();
    await takeShot(page, "card-review");
    expect(await page.evaluate("window.asked")).toEqual([
      { name: "memory_update", arguments: { memory_id: "mem_1", state: "verified" } },
      { name: "memory_update", arguments: { memory_id: "mem_1", state: "candidate" } },
    ]);
    await page.close();
  });

  it("show a decision in the client's colours", async () => {
    const decision = { title: "Keep carts on the server", status: "accepted", context: "Devices.", decision: "Rows." };
    const page = await showIn("decision", decision, "dark");
    await inside(page).getByRole("heading", { name: "Keep carts on the server" }).waitFor();
    await takeShot(page, "card-decision");
    await page.close();
  });

  it("resolve a conflict by section", async () => {
    const conflict = {
      ...{ file_path: "knowledge/stack.md", base_content: "# Stack\n\nNode 20\n" },
      ...{ ours_content: "# Stack\n\nNode 22\n", theirs_content: "# Stack\n\nNode 24\n" },
    };
    const page = await showIn("conflict", conflict);
    await inside(page)
      .getByRole("button", { name: /Take theirs/ })
      .click();
    await takeShot(page, "card-conflict");
    await inside(page).getByRole("button", { name: "Resolve" }).click();
    await inside(page).getByText("context_merge_finalize").waitFor();
    const content = "# Stack\n\nNode 24\n";
    expect(await page.evaluate("window.asked")).toEqual([
      { name: "context_resolve_conflict", arguments: { file_path: "knowledge/stack.md", content } },
    ]);
    await page.close();
  });

  it("run nothing that an answer holds", async () => {
    const memory = { id: "mem_1", title: attack, content: attack, confidence: 0.5, state: "candidate" };
    const page = await showIn("search", { memories: [memory] });
    await inside(page).getByText("parent.pwned=2").first().waitFor();
    await takeShot(page, "card-search");
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    await page.close();
  });
});
