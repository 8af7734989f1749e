import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNoBarriers, itAtEveryWidth } from "../support/expect-no-barriers.js";
import { type PageServer, show, startPageServer, takeScreenshot, waitUntilIdle } from "../support/page-server.js";
import { runPendingTimers } from "../support/page-time.js";

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.stop());

const hashLinks = (page: Page): Promise<string[]> =>
  page.locator('main a[href^="#/"]').evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));

/** What a dead link would show. */
const findDeadEnd = async (page: Page): Promise<string | undefined> => {
  const dead = page.locator("main .problem, main h2", {
    hasText: /not found|no session|no memory|There is no|does not/i,
  });
  return (await dead.count()) > 0 ? `${page.url()}: ${await dead.first().textContent()}` : undefined;
};

const routes = [
  "#/home",
  "#/search?q=payment",
  "#/search?q=idempotency%20key%20decision",
  "#/sessions",
  "#/memories",
  "#/fixes",
  "#/map/graph",
  "#/map/list",
  "#/knowledge",
  "#/knowledge/conventions",
  "#/knowledge/decisions",
  "#/knowledge/skills",
  "#/conflicts",
  "#/projects",
  "#/projects/repositories",
  "#/projects/patterns",
  "#/injected",
  "#/settings",
  "#/settings/doctor",
];

describe("links", () => {
  it("of search results open the document, for every kind", async () => {
    const page = await server.open({ at: "#/search" });
    const queries = { exchange: "test", memory: "payments", remediation: "PostgreSQL", knowledge: "architecture" };
    const entries = { convention: "branch", decision: "carts", skill: "release" };
    for (const [kind, query] of Object.entries({ ...queries, ...entries })) {
      await show(page, `#/search?q=${query}&kinds=${kind}`);
      const link = page.locator(".hit-title[href]").first();
      await link.click();
      await waitUntilIdle(page);
      expect(await findDeadEnd(page), kind).toBeUndefined();
      await page
        .locator(kind === "exchange" ? ".turn[data-target]" : ".detail h2")
        .first()
        .waitFor();
    }
  });

  /** Links that differ in an id only open the same view. */
  const maxOfOneForm = 3;

  it("of every view lead somewhere", async () => {
    const page = await server.open();
    const links = new Set<string>();
    const sameForm = new Map<string, number>();
    for (const route of routes) {
      await show(page, route);
      for (const link of await hashLinks(page)) {
        const form = link.replaceAll(/[^/?&=#]*\d[^/?&=#]*/g, "N");
        const count = sameForm.get(form) ?? 0;
        if (links.has(link) || count === maxOfOneForm) continue;
        sameForm.set(form, count + 1);
        links.add(link);
      }
    }
    const deadEnds: (string | undefined)[] = [];
    for (const link of links) {
      await show(page, link);
      deadEnds.push(await findDeadEnd(page));
    }
    expect(links.size).toBeGreaterThan(50);
    expect(deadEnds.filter(Boolean)).toEqual([]);
  });
});

describe("at 200 % zoom", () => {
  it("every view fits the width of the window, and leaves room for its content", async () => {
    const page = await server.open({ width: "zoomed" });
    for (const route of [...routes, "#/inbox"]) {
      await show(page, route);
      await takeScreenshot(page, `zoomed-${route.replace(/\W+/g, "-")}`);
      const main = page.locator("main");
      const hidden = await main.evaluate((one) => one.scrollWidth - one.clientWidth);
      expect(hidden, route).toBeLessThanOrEqual(0);
      // A list or pane that scrolls by itself must show at least two rows.
      const lowest = await main.evaluate((one) =>
        Math.min(
          ...[one, ...one.querySelectorAll(".virtual-list, .split-list, .map-pane")].map((box) => box.clientHeight),
        ),
      );
      expect(lowest, route).toBeGreaterThan(100);
    }
  });
});

describe("the review queue", () => {
  const focusedTitle = (page: Page) => page.locator("a.row-link:focus .row-title").textContent();
  const shownTitle = (page: Page) => page.locator(".detail h2").textContent();

  it("acts on the row that is focused and shown, then opens the next", async () => {
    const page = await server.open({ at: "#/memories?state=candidate" });
    for (const key of ["j", "j"]) await page.keyboard.press(key);
    await page.getByRole("heading", { name: "Evidence" }).waitFor();
    await waitUntilIdle(page);
    const title = await focusedTitle(page);
    expect(await shownTitle(page)).toBe(title);
    await page.keyboard.press("v");
    await page.getByText(`Verified: ${title}`).waitFor();
    await page.locator(".row-link", { hasText: title ?? "" }).waitFor({ state: "detached" });
    await waitUntilIdle(page);
    const next = await focusedTitle(page);
    expect(next).not.toBe(title);
    expect(await shownTitle(page)).toBe(next);
    await takeScreenshot(page, "review-next");
    await page.keyboard.press("u");
    await page.locator(".detail h2", { hasText: title ?? "" }).waitFor();
    await page.locator(".detail .badge", { hasText: "to review" }).waitFor();
  });
});

describe("drafts", () => {
  it("of a memory survive Esc, navigation and a reload, and can be discarded", async () => {
    const page = await server.open({ at: "#/memories?state=verified" });
    await page.getByText("Sign webhooks over the raw body").click();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Lesson").fill("Half a thought");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.goto(`${server.address}/#/home`);
    await page.reload();
    await waitUntilIdle(page);
    await page.goto(`${server.address}/#/memories?state=verified`);
    await page.getByText("Sign webhooks over the raw body").click();
    await page.getByRole("button", { name: "Edit" }).click();
    expect(await page.getByLabel("Lesson").inputValue()).toBe("Half a thought");
    await expectNoBarriers(page, "draft");
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await page.getByLabel("Lesson").inputValue()).toContain("Parsing and writing JSON");
  });

  it("of an entry survive a stopped server, and are saved once it is back", async () => {
    const page = await server.open({ at: "#/knowledge/knowledge/feature-flags" });
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Markdown").fill("Flags have an owner, kept offline.\n");
    await server.pause();
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".toast.failed").waitFor();
    expect(await page.getByLabel("Markdown").inputValue()).toBe("Flags have an owner, kept offline.\n");
    await server.resume();
    await page.locator(".offline-bar").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".detail .markdown", { hasText: "kept offline" }).waitFor();
  });
});

describe("notices", () => {
  it("say what happened only after it happened", async () => {
    const page = await server.open({ at: "#/fixes" });
    await page.getByText("A query parameter may be null").click();
    await page.getByRole("button", { name: "It helped" }).click();
    await page.getByText("Rating as helpful").waitFor();
    expect(await page.getByText("Rated as helpful").count()).toBe(0);
    await runPendingTimers(page);
    await page.getByText("Rated as helpful").waitFor();
  });

  it("cancel a run at once", async () => {
    const page = await server.open({ at: "#/projects/runs" });
    await page.getByText("npm run migrate").click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText(/^(Run cancelled|The run had already ended)$/).waitFor();
  });

  it("undo an edit of a memory exactly", async () => {
    const page = await server.open({ at: "#/memories" });
    await page.getByText("Docs are linted before review").click();
    await waitUntilIdle(page);
    const before = await memory(page);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Lesson").fill("Other words.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Earlier versions" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".detail > .markdown", { hasText: "npm run lint:docs" }).waitFor();
    expect(await memory(page)).toEqual(before);
  });

  /** The memory in the address, as the server has it. */
  const memory = (page: Page) => server.ask(`/api/memories/${/memories\/([^?]+)/.exec(page.url())?.[1]}`);
});

describe("a stopped server", () => {
  it("is reported on every view, which reconnects by itself", async () => {
    const page = await server.open();
    await server.pause();
    await page.locator(".offline-bar").waitFor();
    await takeScreenshot(page, "offline");
    for (const view of ["sessions", "memories", "knowledge", "settings", "search"]) {
      await page.evaluate(`location.hash = "#/${view}"`);
      await page.locator(`main[data-shows="#/${view}"]`).waitFor();
      await page.locator("main .skeleton").first().waitFor({ state: "detached" });
      expect(await page.locator(".offline-bar").isVisible()).toBe(true);
      expect(await page.locator("main").textContent()).not.toContain("preload");
    }
    await page.evaluate(`location.hash = "#/sessions"`);
    await server.resume();
    await page.locator(".offline-bar").waitFor({ state: "detached" });
    await page.locator(".session-row .session-title").first().waitFor();
    await page.locator(".live-dot.on").waitFor();
  });
});

const longWord = `feature/${"averylongbranchnamewithoutanybreak".repeat(5)}`;

/** Elements of the page that reach beyond the window and are not inside something that scrolls. */
const overflowing = `[...document.querySelectorAll("main *")].filter((one) => {
  const { right, width } = one.getBoundingClientRect();
  if (width === 0 || right <= innerWidth + 1) return false;
  for (let box = one.parentElement; box; box = box.parentElement)
    if (getComputedStyle(box).overflowX !== "visible" && box.getBoundingClientRect().right <= innerWidth + 1) return false;
  return true;
}).map((one) => one.outerHTML.slice(0, 120))`;

describe("long words", () => {
  itAtEveryWidth("never leave the window", async (width) => {
    const memory = { project_id: "shop", outcome: "success", title: longWord.slice(0, 100), content: longWord };
    const { id } = (await server.call("memory_record", { ...memory, tags: [longWord.slice(0, 60)] })) as { id: string };
    await server.call("context_add_knowledge", { key: longWord.slice(8, 90), content: longWord });
    await server.call("context_record_decision", { title: longWord.slice(0, 120), decision: longWord });
    await server.call("context_update_state", { current_task: longWord, blockers: longWord });
    const page = await server.open({ width });
    const { sessions } = (await server.ask("/api/sessions?limit=1")) as { sessions: { id: string }[] };
    await page.route("**/api/sessions**", async (route) => {
      const answer = JSON.parse(JSON.stringify(await (await route.fetch()).json())) as Record<string, never>;
      const change = (one: object) => Object.assign(one, { title: longWord, branch: longWord, project: longWord });
      if ("session" in answer) change(answer.session);
      for (const one of (answer.sessions as object[] | undefined) ?? []) change(one);
      await route.fulfill({ json: answer });
    });
    const places = [
      "#/home",
      "#/sessions",
      `#/sessions/${sessions[0]?.id}`,
      `#/memories/${id}`,
      "#/knowledge",
      `#/knowledge/knowledge/${longWord.slice(8, 90)}`,
      "#/knowledge/decisions",
      "#/search?q=averylongbranch*",
    ];
    for (const place of places) {
      await show(page, place);
      await takeScreenshot(page, `long-${places.indexOf(place)}-${width}`);
      expect(await page.evaluate(overflowing), place).toEqual([]);
    }
  });
});

describe("names of tools and backticks", () => {
  it("never reach people", async () => {
    const page = await server.open({ at: "#/memories/mem_nowhere" });
    await page.locator(".problem").waitFor();
    for (const route of ["#/memories/mem_nowhere", "#/sessions/nowhere", "#/home", "#/settings/doctor", "#/settings"]) {
      await show(page, route);
      const text = (await page.locator("main").textContent()) ?? "";
      expect(text, route).not.toMatch(/`|memory_search|session_list|context_\w+/);
    }
  });
});
