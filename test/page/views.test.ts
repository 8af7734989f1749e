import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNoBarriers, type Width } from "../support/expect-no-barriers.js";
import { type PageServer, show, startPageServer, takeScreenshot, waitUntilIdle } from "../support/page-server.js";
import { runPendingTimers } from "../support/page-time.js";

let server: PageServer;
let session: string;
beforeAll(async () => {
  server = await startPageServer();
  const { sessions } = (await server.ask("/api/sessions?limit=100")) as { sessions: { id: string; agent: string }[] };
  session = sessions.find(({ agent }) => agent === "claude-code")?.id ?? "";
});
afterAll(() => server.stop());

const views = {
  "search-empty": () => "#/search",
  search: () => "#/search?q=payment%20retry",
  sessions: () => "#/sessions",
  replay: () => `#/sessions/${session}`,
  map: () => "#/map/graph",
  "map-list": () => "#/map/list",
  injected: () => "#/injected",
  settings: () => "#/settings",
  doctor: () => "#/settings/doctor",
};

describe.each<Width>(["desk", "phone"])("on a %s", (width) => {
  let page: Page;
  beforeAll(async () => {
    page = await server.open({ width });
  });

  it.each(Object.entries(views))("the view %s has no barriers and no sideways scroll", async (name, at) => {
    await show(page, at());
    await expectNoBarriers(page, name, width);
  });
});

describe("home", () => {
  it("shows activity, open tasks and the review queue, with links", async () => {
    const page = await server.open();
    await page.getByText("Move addresses out of the users table", { exact: true }).waitFor();
    await page.getByText("Staging has no copy of production data yet").waitFor();
    await page.getByText(/^\d+ memories to verify$/).waitFor();
    await page.getByText("1 file in conflict").waitFor();
    expect(await page.getByText(/^Sessions a day\. The busiest day was/).count()).toBe(1);
    const columns = page.locator(".activity-column", { has: page.locator(".activity-bar") });
    await columns.last().hover();
    await page.getByText(/^Nov 14: \d+ sessions \(.*Copilot \d/).waitFor();
    const usage = page.locator(".usage-row");
    await usage.filter({ hasText: /^Claude Code.*sessions.*tokens\$/ }).waitFor();
    expect(await usage.filter({ hasText: "payments" }).getAttribute("href")).toMatch(/^#\/sessions\?project=p_/);
    await page.locator(".figure .chart").hover();
    await page.locator(".chart-readout", { hasText: /^\w+ \d+: \d+%$/ }).waitFor();
    await page.getByText("As a table").click();
    expect(await page.getByRole("columnheader", { name: "Codex" }).count()).toBe(1);
    await columns.last().click();
    await page.waitForURL(/sessions\?since=(\S+)&until=\1$/);
    await waitUntilIdle(page);
    await page.getByText(/^\d+ sessions?$/).waitFor();
    await page.goBack();
    await page.locator(".timeline-row").first().click();
    await page.getByRole("button", { name: "Forget" }).waitFor();
  });

  it("updates live", async () => {
    const page = await server.open();
    const memories = page.locator(".totals > div", { hasText: "Memories" }).locator("dd");
    const before = Number(await memories.textContent());
    await server.call("memory_record", {
      project_id: "shop",
      title: "New",
      content: "Learned now.",
      outcome: "success",
    });
    await memories.getByText(String(before + 1), { exact: true }).waitFor();
  });
});

/** Waits for the answer to the current query, not to an earlier one. */
const answered = (page: Page) => page.locator('.hits[aria-busy="false"]').waitFor({ state: "attached" });

describe("search", () => {
  it("searches while typing, marks matches, explains them, and opens the exchange", async () => {
    const page = await server.open({ at: "#/search" });
    await page.locator("#search-box:focus").waitFor();
    await page.keyboard.type("idempotency key");
    await answered(page);
    expect(await page.locator(".hit mark").first().textContent()).toMatch(/idempotency|key/i);
    await page.getByLabel("Explain").click();
    const explanation = page.locator(".explain").first();
    await explanation.getByText("Freshness and confidence").waitFor();
    expect(await explanation.locator("meter").count()).toBe(3);
    await explanation.getByText("Details").click();
    await explanation.getByText("Keyword rank").waitFor();
    expect(page.url()).toContain("explain=1");
    await expectNoBarriers(page, "explain");
    await page.getByLabel("Kind").selectOption("exchange");
    await answered(page);
    await page.locator("#search-box").press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator("[data-target]").waitFor();
  });

  it("keeps the results while the next word is incomplete", async () => {
    const page = await server.open({ at: "#/search?q=idempotency" });
    await answered(page);
    await page.locator("#search-box").focus();
    for (const letter of " zq") {
      await page.keyboard.type(letter);
      await answered(page);
      expect(await page.locator(".hit mark").first().textContent()).toMatch(/idempotency/i);
    }
  });

  it("filters by project, agent and day", async () => {
    const page = await server.open({ at: "#/search?q=test" });
    await answered(page);
    await page.getByLabel("Project").selectOption({ label: "payments" });
    await page.getByLabel("Agent").selectOption("codex");
    await answered(page);
    const metas = await page.locator(".hit .session-meta").allTextContents();
    expect(metas.length).toBeGreaterThan(0);
    for (const meta of metas) expect(meta).toMatch(/payments.*Codex/);
    await page.getByLabel("From").fill("2030-01-01");
    await page.getByText(/No relevant result/).waitFor();
  });

  it("keeps the focus with its result when others appear, and at its index when it is removed", async () => {
    const page = await server.open({ at: "#/search?q=idempotency%20key" });
    await page.keyboard.press("ArrowDown");
    const focused = page.locator(".hit-title:focus");
    const first = await focused.textContent();
    const note = { project_id: "shop", outcome: "success", title: "idempotency key", content: "An idempotency key." };
    const { id } = (await server.call("memory_record", note)) as { id: string };
    const added = page.locator(".hit-title", { hasText: /^idempotency key$/ });
    await added.waitFor();
    expect(await focused.textContent()).toBe(first);
    await added.focus();
    const place = await page
      .locator(".hit-title")
      .allTextContents()
      .then((all) => all.indexOf("idempotency key"));
    await server.call("memory_forget", { memory_id: id });
    await added.waitFor({ state: "detached" });
    const titles = await page.locator(".hit-title").allTextContents();
    expect(await focused.textContent()).toBe(titles[Math.min(place, titles.length - 1)]);
  });

  it("says that nothing is relevant instead of showing irrelevant results", async () => {
    const page = await server.open({ at: "#/search?q=zyzzyvaquux" });
    await page.getByText(/No relevant result in/).waitFor();
    expect(await page.locator(".hit").count()).toBe(0);
  });
});

const aSession = (number: number) => ({
  id: `s-${number}`,
  title: `Session number ${number}`,
  agent: "codex",
  project: "shop",
  branch: "",
  model: "",
  startedAt: "2026-11-01T00:00:00.000Z",
  endedAt: "2026-11-01T00:00:00.000Z",
  parent: "",
  exchanges: 1,
  tokensIn: 0,
  tokensOut: 0,
});

describe("sessions", () => {
  it("are navigated with j and k and opened with Enter", async () => {
    const page = await server.open({ at: "#/sessions" });
    await page.locator(".session-row .session-title").first().waitFor();
    for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
    await page.locator('[data-index="1"] a:focus').waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Forget" }).waitFor();
  });

  it("keep the focus with their row when a newer one is inserted before it", async () => {
    const page = await server.open({ at: "#/sessions" });
    await page.keyboard.press("j");
    const focused = page.locator(".session-row:focus .session-title");
    const first = await focused.textContent();
    await page.route("**/api/sessions?*", async (route) => {
      const { sessions, total } = (await (await route.fetch()).json()) as { sessions: object[]; total: number };
      const row = { ...aSession(0), title: "Just begun" };
      await route.fulfill({ json: { sessions: [row, ...sessions], total: total + 1 } });
    });
    await server.call("memory_record", {
      project_id: "shop",
      title: "Trigger",
      content: "A change.",
      outcome: "success",
    });
    await page.getByText("Just begun").waitFor();
    expect(await focused.textContent()).toBe(first);
    await page.keyboard.press("k");
    expect(await focused.textContent()).toBe("Just begun");
  });

  describe("in a list of 100,000", () => {
    const openMany = async () => {
      const page = await server.open({ at: "#/home" });
      await page.route("**/api/sessions?*", (route) => {
        const offset = Number(new URL(route.request().url()).searchParams.get("offset"));
        return route.fulfill({
          json: { sessions: Array.from({ length: 100 }, (_, i) => aSession(offset + i)), total: 100_000 },
        });
      });
      await page.goto(`${server.address}/#/sessions`);
      await page.getByText("100,000 sessions").waitFor();
      return page;
    };

    it("render only the visible rows", async () => {
      const page = await openMany();
      const list = page.locator(".virtual-list");
      await list.evaluate((box) => box.scrollTo(0, box.scrollHeight / 2));
      await page.getByText("Session number 50003").waitFor();
      expect(await page.locator(".virtual-row").count()).toBeLessThan(60);
      await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
      await page.getByText("Session number 99999").waitFor();
    });

    it("are navigated by keyboard from end to end, announce their position, and are one tab stop", async () => {
      const page = await openMany();
      const focused = (index: number) => page.locator(`.virtual-row[data-index="${index}"] a:focus`);
      await page.keyboard.press("j");
      await focused(0).waitFor();
      await page.keyboard.press("End");
      await focused(99_999).waitFor();
      const row = page.getByRole("listitem").and(page.locator('[data-index="99999"]'));
      expect(await row.getAttribute("aria-setsize")).toBe("100000");
      expect(await row.getAttribute("aria-posinset")).toBe("100000");
      await page.keyboard.press("ArrowUp");
      await focused(99_998).waitFor();
      // A row scrolled out of view keeps the focus, and keys continue from it.
      await page.locator(".virtual-list").evaluate((box) => box.scrollTo(0, 0));
      await page.getByText("Session number 3", { exact: true }).waitFor();
      await page.keyboard.press("k");
      await focused(99_997).waitFor();
      await page.keyboard.press("Home");
      await focused(0).waitFor();
      await page.keyboard.press("Tab");
      expect(await page.locator(".virtual-list :focus").count()).toBe(0);
    });
  });

  it("are filtered on a phone too", async () => {
    const page = await server.open({ at: "#/sessions", width: "phone" });
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Agent").selectOption("codex");
    await page.getByRole("button", { name: "Filters (1)" }).waitFor();
    await expectNoBarriers(page, "filters-phone");
  });

  it("are filtered by agent and file", async () => {
    const page = await server.open({ at: "#/sessions" });
    await page.getByText("72 sessions").waitFor();
    const count = async (query: string) => {
      const { total } = (await server.ask(`/api/sessions?${query}`)) as { total: number };
      return `${total} session${total === 1 ? "" : "s"}`;
    };
    await page.getByLabel("Agent").selectOption("gemini");
    await page.getByText(await count("agent=gemini"), { exact: true }).waitFor();
    await page.getByRole("searchbox", { name: "File" }).fill("pay.ts");
    await page.getByText(await count("agent=gemini&file=pay.ts"), { exact: true }).waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("72 sessions").waitFor();
  });

  it("are replayed with collapsed calls, colored changes, marked failures and file history", async () => {
    const page = await server.open({ at: `#/sessions?text=checkout&agent=claude-code` });
    await page.locator(".session-row .session-title").first().click();
    await page.getByText("The checkout test fails about one run in five").first().waitFor();
    expect(await page.locator("details.tool-call[open]").count()).toBe(0);
    await page.locator(".badge.bad").first().waitFor();
    const edit = page
      .locator("details.tool-call", { hasText: "src/checkout/pay.ts" })
      .filter({ hasText: "Edit" })
      .first();
    await edit.locator("summary").click();
    await edit.locator(".diff-line.added").first().waitFor();
    await expectNoBarriers(page, "replay-open");
    await edit.getByRole("button", { name: "File history" }).click();
    await page.getByRole("dialog").locator(".history-row").first().waitFor();
    await expectNoBarriers(page, "file-history");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("dialog").getByText("throughline continue").waitFor();
    await page.getByRole("dialog").getByText("The person asked for").waitFor();
    await expectNoBarriers(page, "continue-session");
  });

  it("are forgotten only when the time to undo is over", async () => {
    const page = await server.open({ at: `#/sessions/${session}` });
    await page.getByRole("button", { name: "Forget" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await runPendingTimers(page);
    expect(await server.status(`/api/sessions/${session}`)).toBe(200);
    await page.goto(`${server.address}/#/sessions/${session}`);
    await page.getByRole("button", { name: "Forget" }).click();
    await page.getByText("Forgetting the session").waitFor();
    await takeScreenshot(page, "forgotten");
    const gone = page.waitForResponse((answer) => answer.url().endsWith("/forget"));
    await runPendingTimers(page);
    await gone;
    expect(await server.status(`/api/sessions/${session}`)).toBe(404);
    await page.getByText("71 sessions").waitFor();
  });
});

describe("the map", () => {
  it("shows by keyboard what is known about a file, and fits its pane", async () => {
    const page = await server.open({ at: "#/map" });
    const nodes = page.locator(".map-node");
    for (const kind of ["session", "file", "memory", "fix", "decision"])
      await page.locator(`.map-node.${kind}`).first().waitFor();
    const all = await nodes.count();
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowRight");
    await page.locator(".map-node.file:focus").waitFor();
    expect(await page.locator(".map-edge.lit").count()).toBeGreaterThan(0);
    const overflow = await page.locator(".map-pane").evaluate((pane) => pane.scrollHeight - pane.clientHeight);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.getByLabel("File", { exact: true }).fill("pay.ts");
    await page.locator(".map-node.decision", { hasText: "Use idempotency keys" }).waitFor();
    await page.locator(".map-node.file", { hasText: "product.tsx" }).waitFor({ state: "detached" });
    expect(await nodes.count()).toBeLessThan(all);
    await page.getByRole("link", { name: "List", exact: true }).click();
    await page.locator(".map-row", { hasText: "Payments need an idempotency key" }).click();
    await page.locator(".detail h2", { hasText: "Payments need an idempotency key" }).waitFor();
  });
});

describe("injected", () => {
  it("shows the exact context that each session received, and its tokens", async () => {
    const page = await server.open({ at: "#/injected" });
    await page.getByText("Tokens, estimated").waitFor();
    await page.locator(".receipt summary", { hasText: "Session start" }).first().click();
    await page.locator(".receipt[open]").getByText("Reference data recalled by Throughline").waitFor();
    await takeScreenshot(page, "injected-open");
  });
});

describe("settings and doctor", () => {
  it("finds a setting, saves it in the user's file, and rejects an invalid value", async () => {
    const page = await server.open({ at: "#/settings" });
    await page.getByLabel("Find a setting").fill("sessionCount");
    const field = page.getByLabel("autoLoad.sessionCount");
    await field.fill("7");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("autoLoad.sessionCount saved").waitFor();
    await page.getByText("user file: config.json").waitFor();
    await page.getByLabel("autoLoad.sessionCount").fill("many");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".toast.failed").waitFor();
  });

  it("lists the findings of the doctor", async () => {
    const page = await server.open({ at: "#/settings/doctor" });
    await page.locator(".finding").first().waitFor();
    expect(await page.locator(".finding").count()).toBeGreaterThan(4);
  });
});
