// Speed of the page in a real browser, on a home with many documents and sessions: first load, search as you type,
// jumps through the list of sessions and a long replay, compared with the server's own time for the same searches.
// Usage: npm run bench -- page            100,000 documents in 25,000 sessions
//        tsx bench/page.ts 10000 [--without-model] [--json]      the model is on, as in a new home
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { homeAt } from "../src/base/home.js";
import { openBrowser } from "../test/support/browser.js";
import { exchangesPerSession, fillPageHome, longSession, writeLongSession } from "./support/fill-page-home.js";
import { median, report } from "./support/report.js";

const size = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 100_000);
/** Queries, typed letter by letter. */
const typedQueries = [
  "connection timeout",
  "retry limit",
  "checkout parse error",
  "w1234 buffer",
  "deploy migration",
  "cache token rate",
];

const dist = join(import.meta.dirname, "..", "dist");
const folder = mkdtempSync(join(tmpdir(), "throughline-bench-page-"));
const home = homeAt(join(folder, "home"));
const [isJson, isWithoutModel] = ["--json", "--without-model"].map((flag) => process.argv.includes(flag));
const env = {
  ...{ ...process.env, HOME: folder, THROUGHLINE_HOME: home.path },
  ...(isWithoutModel ? { THROUGHLINE_SEARCH_MODEL: "off" } : {}),
};
mkdirSync(home.path, { recursive: true, mode: 0o700 });
await fillPageHome(home, folder, size);
writeLongSession(folder, folder);
execFileSync(process.execPath, [join(dist, "main.js"), "import", "sessions", "--agent", "claude-code"], {
  cwd: folder,
  env,
  stdio: "ignore",
});
const child = spawn(process.execPath, [join(dist, "main.js"), "serve", "--http-rate-limit", "1000000"], {
  ...{ cwd: folder, env },
  stdio: ["ignore", "pipe", "inherit"],
});
const address = await new Promise<string>((ready) => {
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
    const pageAddress = /Page\s+(http:\/\/\S+?)\/(?:#token\S+)?\s/.exec(output)?.[1];
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
  const load = loadavg()[0] ?? 0;
  // First of all, because the server has searched nothing yet.
  const { page, firstSearch, firstHits } = await searchFirst();
  const keystrokes = await typeAll(page, typedQueries);
  if (isJson) {
    const [half, most] = [quantile(keystrokes, 0.5), quantile(keystrokes, 0.95)].map((value) => value.toFixed(0));
    const work = `page with ${Math.ceil(size / exchangesPerSession)} sessions, letter to results, ms: p50 / p95`;
    process.stdout.write(`${JSON.stringify([{ work, beside: "", now: `${half} / ${most}`, goal: "40 / 100" }])}\n`);
    return;
  }
  const server = await serverTimes(typedQueries);
  const { paints, usable } = await openHome();
  const jumps = await jump();
  const replay = await openReplay();
  const ms = (values: readonly number[], share: number) => `${quantile(values, share).toFixed(0)} ms`;
  const row = (name: string, values: readonly number[], goal = "") => [
    ...[name, ms(values, 0.5), ms(values, 0.95), String(values.length), goal],
  ];
  const fact = (name: string, value: string, goal: string) => [name, value, "", "", goal];
  report(
    `The page on ${size} documents and ${Math.ceil(size / exchangesPerSession)} sessions`,
    ["what", "p50", "p95", "times", "goal"],
    [
      row("first paint", paints),
      row("home, complete", usable, "1000 ms"),
      row(`first search after the start, ${firstHits} results`, firstSearch, "not blank"),
      row("a keystroke until its results are shown", keystrokes, "p95 100 ms"),
      row("the same searches at the server", server),
      row("a jump in the list of sessions until rows are shown", jumps, "150 ms"),
      row(`a session of ${longSession.turns} turns until it is shown`, replay.open, "1000 ms"),
      fact("its JavaScript heap, scrolled to the end", `${(replay.heapBytes / 1e6).toFixed(0)} MB`, "50 MB"),
      fact("first load, gzip", `${(firstLoadBytes() / 1024).toFixed(0)} KB`, "120 KB"),
    ],
  );
  process.stdout.write(`  the browser adds ${(median(keystrokes) - median(server)).toFixed(0)} ms to a search\n`);
  process.stdout.write(`  load ${load.toFixed(1)} on ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"})\n`);
}

async function openHome(): Promise<{ paints: number[]; usable: number[] }> {
  const [paints, usable]: number[][] = [[], []];
  for (let round = 0; round < 5; round++) {
    const page = await signIn("#/home");
    const began = performance.now();
    await page.goto(`${address}/?${round}#/home`);
    await page.locator(".timeline-row").first().waitFor();
    usable?.push(performance.now() - began);
    paints?.push(Number(await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")));
    await page.context().close();
  }
  return { paints: paints ?? [], usable: usable ?? [] };
}

async function searchFirst(): Promise<{ page: Page; firstSearch: number[]; firstHits: number }> {
  const page = await signIn("#/search");
  await page.locator("#search-box").waitFor();
  const [took = 0] = await typeAll(page, ["connection timeout"], Number.POSITIVE_INFINITY);
  return { page, firstSearch: [took], firstHits: await page.locator(".hits > li").count() };
}

async function openReplay(): Promise<{ open: number[]; heapBytes: number }> {
  const open: number[] = [];
  let heapBytes = 0;
  for (let round = 0; round < 3; round++) {
    const page = await signIn("#/sessions");
    await page.locator(".session-row").first().waitFor();
    const began = performance.now();
    await page.goto(`${address}/#/sessions/${longSession.id}`);
    await page.locator("[data-turn]", { hasText: "Prompt number 1:" }).waitFor();
    open.push(performance.now() - began);
    for (let share = 1; share <= 20; share++) {
      await page.locator(".turn-list").evaluate((list, part) => list.scrollTo(0, part * list.scrollHeight), share / 20);
      await page.locator("[data-turn] .turn-events, [data-turn]").first().waitFor();
      await page.waitForTimeout(150);
    }
    await page.locator("[data-turn]", { hasText: `Prompt number ${longSession.turns}:` }).waitFor();
    heapBytes = Math.max(heapBytes, await usedHeap(page));
    await page.context().close();
  }
  return { open, heapBytes };
}

/** After a garbage collection. */
async function usedHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  return (await session.send("Runtime.getHeapUsage")).usedSize;
}

/** What a browser fetches before it shows anything. */
function firstLoadBytes(): number {
  const html = readFileSync(join(dist, "page", "index.html"), "utf8");
  const names = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name = ""]) => name);
  return ["index.html", ...names].reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(dist, "page", name))).length,
    0,
  );
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

/** Time from a keystroke until its results are in the page; `from` letters are typed at once. */
async function typeAll(page: Page, texts: readonly string[], from = 2): Promise<number[]> {
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
    for (let end = Math.min(from, text.length); end <= text.length; end++) {
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

async function jump(): Promise<number[]> {
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
  // Of twenty the 95th percentile would be the slowest one.
  for (let i = 1; i <= 60; i++) durations.push(Number(await page.evaluate(`(${jumpScript})(${((i * 23) % 61) / 61})`)));
  return durations;
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}
