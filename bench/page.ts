// Speed of the page in a real browser, on a home with many documents and sessions: first paint, search as you type,
// and scrolling through sessions, compared with the server's own time for the same searches in the same run.
// Usage: npm run bench -- page            100,000 documents and sessions
//        tsx bench/page.ts 10000
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { homeAt } from "../src/base/home.js";
import type { Sql } from "../src/engine/sql.js";
import { openSqlite } from "../src/engine/sqlite/open-sqlite.js";
import { systemRuntime } from "../src/entry/wiring/system-runtime.js";
import { migrate } from "../src/store/migrate.js";
import { migrations } from "../src/store/migrations/index.js";
import { searchDocument } from "../src/store/search/search-document.js";
import { openSearchIndex } from "../src/store/search/search-index.js";
import { openBrowser } from "../test/support/browser.js";
import { seeded } from "../test/support/synthetic-sessions.js";
import { median, report } from "./support/report.js";

const size = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 100_000);
const agents = ["claude-code", "codex", "gemini", "copilot"];
const words =
  `server request response handler database connection query user session token cache file module function test error
  build deploy config value type interface service client route schema migration index table column row key event message
  queue worker thread process memory buffer stream socket timeout retry limit rate page view component state render style
  layout button form input output log metric trace span alert monitor backup restore version release branch commit merge
  review change update remove add fix refactor improve check validate parse format encode decode`.split(/\s+/);
/** Queries, typed letter by letter. */
const typedQueries = [
  "connection timeout",
  "retry limit",
  "checkout parse error",
  "w1234 buffer",
  "deploy migration",
  "cache token rate",
];

const folder = mkdtempSync(join(tmpdir(), "throughline-bench-page-"));
const home = homeAt(join(folder, "home"));
mkdirSync(home.path, { recursive: true, mode: 0o700 });
await fill();
const child = spawn(
  process.execPath,
  [join(import.meta.dirname, "..", "dist", "main.js"), "serve", "--http-rate-limit", "1000000"],
  {
    cwd: folder,
    env: { ...process.env, HOME: folder, THROUGHLINE_HOME: home.path, THROUGHLINE_SEARCH_MODEL: "off" },
    stdio: ["ignore", "pipe", "inherit"],
  },
);
const address = await new Promise<string>((ready) => {
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
    const pageAddress = /Page\s+(http:\/\/\S+?)\/\s/.exec(output)?.[1];
    if (pageAddress) ready(pageAddress);
  });
});
const browser = await openBrowser();
try {
  await measure();
} finally {
  await browser.close();
  child.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const paints: number[] = [];
  const usable: number[] = [];
  for (let round = 0; round < 5; round++) {
    const page = await signIn("#/home");
    const began = performance.now();
    await page.goto(`${address}/?${round}#/home`);
    await page.locator(".timeline-row").first().waitFor();
    usable.push(performance.now() - began);
    paints.push(Number(await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")));
    await page.context().close();
  }
  const page = await signIn("#/search");
  await page.locator("#search-box").waitFor();
  await typeAll(page, typedQueries.slice(0, 1));
  const keystrokes = await typeAll(page, typedQueries);
  const server = await serverTimes(typedQueries);
  const scrolling = await scroll();
  const ms = (values: readonly number[], share: number) => `${quantile(values, share).toFixed(0)} ms`;
  const row = (name: string, values: readonly number[]) => [
    name,
    ms(values, 0.5),
    ms(values, 0.95),
    String(values.length),
  ];
  report(
    `The page on ${size} documents and ${size} sessions`,
    ["what", "p50", "p95", "times"],
    [
      row("first paint", paints),
      row("home, complete", usable),
      row("a keystroke until its results are shown", keystrokes),
      row("the same searches at the server", server),
      row("a jump in the list of sessions until rows are shown", scrolling),
    ],
  );
  process.stdout.write(`  the browser adds ${(median(keystrokes) - median(server)).toFixed(0)} ms to a search\n`);
}

async function signIn(path: string): Promise<Page> {
  const headers = { authorization: `Bearer ${readFileSync(home.token, "utf8").trim()}` };
  const answer = await fetch(`${address}/api/sign-in-codes`, { method: "POST", headers });
  const { code } = (await answer.json()) as { code: string };
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(`${address}/#token=${code}`);
  await page.locator("main h1").waitFor();
  await page.goto(`${address}/${path}`);
  return page;
}

/** Time from a keystroke until its results are in the page. */
async function typeAll(page: Page, texts: readonly string[]): Promise<number[]> {
  const typeScript = `async (text) => {
    const box = document.querySelector("#search-box");
    const began = performance.now();
    box.value = text;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    const answeredUrl = () => document.querySelector("[data-answered]")?.dataset.answered ?? "";
    const isThere = () => new URL(answeredUrl(), location.href).searchParams.get("q") === text.trim();
    await new Promise((done) => {
      const watch = new MutationObserver(() => isThere() && (watch.disconnect(), done()));
      watch.observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true });
      if (isThere()) done();
    });
    return performance.now() - began;
  }`;
  const durations: number[] = [];
  for (const text of texts)
    for (let end = 2; end <= text.length; end++) {
      if (text[end - 1] === " ") continue;
      durations.push(Number(await page.evaluate(`(${typeScript})(${JSON.stringify(text.slice(0, end))})`)));
    }
  return durations;
}

async function serverTimes(texts: readonly string[]): Promise<number[]> {
  const headers = { authorization: `Bearer ${readFileSync(home.token, "utf8").trim()}` };
  const durations: number[] = [];
  for (const text of texts)
    for (let end = 2; end <= text.length; end++) {
      const began = performance.now();
      await (
        await fetch(`${address}/api/search?limit=20&q=${encodeURIComponent(text.slice(0, end))}`, { headers })
      ).text();
      durations.push(performance.now() - began);
    }
  return durations;
}

async function scroll(): Promise<number[]> {
  const page = await signIn("#/sessions");
  await page.locator(".session-row .session-title").first().waitFor();
  const jumpScript = `async (share) => {
    const list = document.querySelector(".virtual-list");
    const began = performance.now();
    list.scrollTop = share * list.scrollHeight;
    await new Promise(requestAnimationFrame);
    const isThere = () => {
      const box = list.getBoundingClientRect();
      return document.elementFromPoint(box.left + 200, box.top + 100)?.closest("a.session-row");
    };
    while (!isThere()) await new Promise(requestAnimationFrame);
    return performance.now() - began;
  }`;
  const durations: number[] = [];
  for (let i = 1; i <= 20; i++) durations.push(Number(await page.evaluate(`(${jumpScript})(${((i * 7) % 20) / 20})`)));
  return durations;
}

async function fill(): Promise<void> {
  const sql = await openSqlite(home.database);
  await migrate(sql, systemRuntime(), migrations);
  const index = openSearchIndex(sql);
  const random = seeded(11);
  // Zipf's law: the n-th word is n times as rare as the first.
  const word = () => {
    const rank = Math.floor(60_000 ** random()) - 1;
    return words[rank] ?? `w${rank}`;
  };
  const text = (count: number) => Array.from({ length: count }, word).join(" ");
  const batch = 500;
  for (let from = 0; from < size; from += batch) {
    const rows = Array.from({ length: Math.min(batch, size - from) }, (_, i) => from + i);
    await index.put(
      "local",
      rows.map((i) =>
        searchDocument({
          ...{ id: `exchange/s-${i}/k`, kind: "exchange", project: "p1", source: `s-${i}`, session: `s-${i}` },
          ...{ at: timeOf(i), title: text(8), body: text(40), reply: text(60), files: [`src/${word()}.ts`] },
        }),
      ),
    );
    await addSessions(sql, rows, text);
  }
  await sql.run("INSERT INTO known_projects (tenant, id, name) VALUES ('local', 'p1', 'shop')");
  await sql.close();
}

function timeOf(i: number): string {
  return new Date(Date.parse("2026-01-01T00:00:00Z") + i * 250_000).toISOString();
}

async function addSessions(sql: Sql, rows: readonly number[], text: (count: number) => string): Promise<void> {
  await sql.transaction(async (session) => {
    for (const i of rows)
      await session.run(
        `INSERT INTO sessions (tenant, id, agent, project, folder, branch, model, title, parent, started_at, ended_at,
         exchanges, tokens_in, tokens_out) VALUES ('local', ?, ?, 'p1', ?, 'main', 'm', ?, '', ?, ?, 1, 100, 10)`,
        [`s-${i}`, agents[i % agents.length] ?? "", folder, text(8), timeOf(i), timeOf(i)],
      );
  });
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}
