import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNoBarriers, itAtEveryWidth } from "../support/expect-no-barriers.js";
import { type PageServer, startPageServer, waitUntilIdle } from "../support/page-server.js";

let server: PageServer;
let received: string;
beforeAll(async () => {
  server = await startPageServer();
  const { receipts } = (await server.ask("/api/receipts?limit=2000")) as {
    receipts: { session: string; text: string; event: string }[];
  };
  received = receipts.find(({ text }) => text.includes("Payments need an idempotency key"))?.session ?? "";
});
afterAll(() => server.stop());

const turnCount = 2000;

/** A session of 2,000 turns, served in pages as the server would. */
async function openLong(at: string): Promise<Page> {
  const page = await server.open();
  const { session } = (await server.ask(`/api/sessions/${received}`)) as { session: object };
  const turn = (n: number) => ({
    turn: n,
    events: [
      { kind: "prompt", key: `k${n}`, at: "2026-11-14T10:00:00.000Z", text: `Prompt number ${n}` },
      ...Array.from({ length: n % 5 }, (_, i) => ({
        kind: "call",
        at: "2026-11-14T10:00:01.000Z",
        tool: "Bash",
        input: { command: `echo ${n} ${i}` },
        result: { ok: n % 7 !== 0, text: "done" },
      })),
      {
        kind: "answer",
        key: `a${n}`,
        at: "2026-11-14T10:00:02.000Z",
        text: `Answer ${n}. ${"More words. ".repeat(n % 40)}`,
      },
    ],
  });
  const outline = Array.from({ length: turnCount }, (_, i) => ({
    turn: i + 1,
    at: "2026-11-14T10:00:00.000Z",
    prompt: `Prompt number ${i + 1}`,
    calls: (i + 1) % 5,
    failures: (i + 1) % 7 === 0 ? (i + 1) % 5 : 0,
    edits: 0,
  }));
  await page.route("**/api/sessions/long?*", (route) =>
    route.fulfill({
      json: {
        session: { ...session, id: "long" },
        outline,
        turns: [],
        totalTurns: turnCount,
        received: [],
        learned: [],
      },
    }),
  );
  await page.route("**/api/sessions/long/turns?*", (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [offset, limit] = [Number(query.get("offset")), Number(query.get("limit"))];
    const turns = Array.from({ length: Math.min(limit, turnCount - offset) }, (_, i) => turn(offset + i + 1));
    return route.fulfill({ json: { turns, total: turnCount } });
  });
  await page.route("**/api/sessions/long/find?*", (route) => route.fulfill({ json: { turns: [3, 1234] } }));
  await page.goto(`${server.address}/${at}`);
  await waitUntilIdle(page);
  return page;
}

/** The number of the turn at the top of the window. */
const topTurn = (page: Page) =>
  page.evaluate(`(() => {
    const list = document.querySelector(".turn-list");
    const top = list.getBoundingClientRect().top;
    return [...list.querySelectorAll("[data-turn]")].find((one) => one.getBoundingClientRect().bottom > top + 30)?.dataset.turn;
  })()`);

describe("a long replay", () => {
  it("renders only the turns near the window", async () => {
    const page = await openLong("#/sessions/long");
    await page.getByText("Prompt number 1", { exact: true }).last().waitFor();
    expect(await page.locator("[data-turn]").count()).toBeLessThan(30);
    await page.locator(".turn-list").evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await page.locator(".turn", { hasText: `Prompt number ${turnCount}` }).waitFor();
    expect(await page.locator("[data-turn]").count()).toBeLessThan(30);
  });

  it("stays under 50 MB when it was scrolled through to its end", async () => {
    const page = await openLong("#/sessions/long");
    for (let part = 1; part <= 20; part++) {
      const share = part / 20;
      await page.locator(".turn-list").evaluate((list, top) => list.scrollTo(0, top * list.scrollHeight), share);
      await waitUntilIdle(page);
    }
    await page.locator(".turn", { hasText: `Prompt number ${turnCount}` }).waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send("HeapProfiler.collectGarbage");
    expect((await session.send("Runtime.getHeapUsage")).usedSize).toBeLessThan(50e6);
  });

  it("opens at any turn by its address, and finds text", async () => {
    const page = await openLong("#/sessions/long?turn=777");
    await page.locator(".turn[data-target]", { hasText: "Prompt number 777" }).waitFor();
    await waitUntilIdle(page);
    expect(await topTurn(page)).toBe("776");
    await page.getByLabel("Find in session").fill("needle");
    await page.getByText("2 turns", { exact: true }).waitFor();
    await page.getByLabel("Find in session").press("Enter");
    await page.locator(".turn[data-target]", { hasText: "Prompt number 1234" }).waitFor();
    await page.getByLabel("Find in session").press("Enter");
    await page.locator(".turn[data-target]", { hasText: "Prompt number 3" }).waitFor();
  });

  it("is navigated with j and k through the outline", async () => {
    const page = await openLong("#/sessions/long?turn=100");
    await page.locator(".turn[data-target]", { hasText: "Prompt number 100" }).waitFor();
    await page.locator(".outline-row").first().waitFor();
    for (const key of ["j", "j", "k"]) await page.keyboard.press(key);
    await page.locator(".outline-row:focus").waitFor();
    const turn = /turn=(\d+)/.exec(page.url())?.[1] ?? "";
    await page.locator(".turn[data-target]", { hasText: `Prompt number ${turn}` }).waitFor();
  });
});

describe("the loop", () => {
  itAtEveryWidth("shows in a session what it received, with the memories in it", async (width) => {
    const page = await server.open({ at: `#/sessions/${received}`, width });
    await page.locator(".session-loop", { hasText: "Payments need an idempotency key" }).waitFor();
    await page.locator(".received > summary").first().click();
    await page.getByText("Reference data recalled by Throughline").first().waitFor();
    await expectNoBarriers(page, "replay-received", width);
    await page.locator(".received .fact-list a").first().click();
    await page.locator(".detail h2", { hasText: "Payments need an idempotency key" }).waitFor();
  });

  it("shows for a memory which sessions received it, and whether it helped", async () => {
    const page = await server.open({ at: "#/memories" });
    await page.getByText("Payments need an idempotency key").click();
    await page.getByRole("heading", { name: "Received by sessions" }).waitFor();
    await page
      .getByText(/^\d+ sessions in the last two weeks\. It helped 3 times and did not help 1 time\.$/)
      .waitFor();
    await page.locator(".detail section", { hasText: "Received by sessions" }).locator("a").first().click();
    await page.locator(".session-loop", { hasText: "Payments need an idempotency key" }).waitFor();
  });

  it("shows on Home how much was recalled, how often it helped and what it cost", async () => {
    const page = await server.open();
    const card = page.locator(".card", { hasText: "Recalled for your agents" });
    await card.getByText(/characters$/).waitFor();
    await card.getByRole("link", { name: "Payments need an idempotency key" }).waitFor();
  });
});

describe("sharing", () => {
  it("saves the session as Markdown", async () => {
    const page = await server.open({ at: `#/sessions/${received}` });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Share" }).click(),
    ]);
    const text = readFileSync(await download.path(), "utf8");
    expect(text).toMatch(/^# .+\n\n/);
    expect(text).toContain("## Turn 1");
    await page.getByText("Saved as Markdown, without secrets").waitFor();
  });
});
