import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, startPageServer, waitUntilIdle } from "../support/page-server.js";

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.stop());

/** `fetch` sets Host and Sec-Fetch-Site itself; a browser that was led astray sends others. */
const statusOf = (path: string, headers: Record<string, string>, method = "GET") =>
  new Promise<number>((resolve) => {
    const sent = request(server.address + path, { headers, method }, (answer) => {
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    });
    sent.end();
  });

const routes = [
  "/api/welcome",
  "/api/home",
  "/api/activity",
  "/api/search?q=x",
  "/api/sessions",
  "/api/map",
  "/api/receipts",
  "/api/settings",
  "/api/doctor",
  "/api/events",
  "/api/tools",
];

async function signedInCookie(): Promise<string> {
  const page = await server.open();
  const [cookie] = await page.context().cookies(`${server.address}/api/`);
  return `${cookie?.name}=${cookie?.value}`;
}

describe("access to the data", () => {
  it.each(routes)("is denied without a token: %s", async (path) => {
    expect(await statusOf(path, {})).toBe(401);
    expect(await statusOf(path, { authorization: "Bearer wrong" })).toBe(401);
    expect(
      await statusOf(path, { cookie: "throughline=99999999999999.made-up", "sec-fetch-site": "same-origin" }),
    ).toBe(401);
  });

  it("is denied to pages of other sites and ports that send the cookie", async () => {
    const cookie = await signedInCookie();
    expect(await statusOf("/api/home", { cookie, "sec-fetch-site": "same-origin" })).toBe(200);
    for (const site of ["cross-site", "same-site", "none"])
      expect(await statusOf("/api/home", { cookie, "sec-fetch-site": site })).toBe(401);
    expect(await statusOf("/api/home", { cookie })).toBe(401);
    // What a browser sends at an address of the network, where it leaves Sec-Fetch-Site out.
    expect(await statusOf("/api/home", { cookie, "x-throughline-page": "1" })).toBe(200);
    expect(await statusOf("/api/home", { cookie, "x-throughline-page": "1", "sec-fetch-site": "same-site" })).toBe(401);
    expect(await statusOf("/api/home", { cookie, origin: "http://127.0.0.1:1" })).toBe(401);
    expect(await statusOf("/api/home", { cookie, origin: "https://evil.example" })).toBe(403);
    const forget = "/api/sessions/x/forget";
    expect(await statusOf(forget, { cookie, "sec-fetch-site": "same-site" }, "POST")).toBe(401);
  });

  it("is denied to a page on another port in a signed-in browser", async () => {
    const page = await server.open();
    const other = createServer((_, answer) => answer.setHeader("content-type", "text/html").end("<h1>other</h1>"));
    await new Promise<void>((ready) => other.listen(0, "127.0.0.1", ready));
    try {
      const attacker = await page.context().newPage();
      const seen: number[] = [];
      attacker.on("response", (answer) => {
        if (answer.url().startsWith(server.address)) seen.push(answer.status());
      });
      const refused = attacker.waitForResponse((answer) => answer.url().endsWith("/api/doctor/fix"));
      await attacker.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
      const read = await attacker.evaluate(
        (address) => fetch(`${address}/api/home`, { credentials: "include" }).then((a) => a.text(), String),
        server.address,
      );
      expect(read).not.toContain("totals");
      await attacker.evaluate(
        (address) => fetch(`${address}/api/doctor/fix`, { method: "POST", mode: "no-cors", credentials: "include" }),
        server.address,
      );
      await refused;
      expect(seen.length).toBeGreaterThan(0);
      for (const status of seen) expect(status).toBeGreaterThanOrEqual(400);
    } finally {
      other.close();
    }
  });

  it("is denied through rebound DNS names", async () => {
    const cookie = await signedInCookie();
    for (const path of ["/", "/api/home", "/api/sign-in"]) {
      const host = { host: "evil.example", cookie, "sec-fetch-site": "same-origin" };
      expect(await statusOf(path, host, path === "/api/sign-in" ? "POST" : "GET")).toBe(403);
    }
  });

  it("is limited to the folders of known projects", async () => {
    const asked = (folder: string) => server.status(`/api/home?folder=${encodeURIComponent(folder)}`);
    expect(await asked(`${server.demo.folder}/payments`)).toBe(200);
    expect(await asked("/etc")).toBe(400);
    expect(await asked(`${server.demo.folder}/payments/../..`)).toBe(400);
  });
});

describe("signing in", () => {
  it("works once per code, removes the code from URL and history, and sets a cookie that scripts cannot read", async () => {
    const context = await server.browser.newContext();
    const page = await context.newPage();
    const address = await server.signInAddress();
    const asked: string[] = [];
    page.on("request", (sent) => asked.push(sent.url()));
    await page.goto(address);
    await waitUntilIdle(page);
    const code = address.split("#token=")[1] ?? "";
    expect(page.url()).toBe(`${server.address}/#/home`);
    for (const url of asked) expect(url).not.toContain(code);
    expect(await page.evaluate("document.cookie")).toBe("");
    const [cookie] = await context.cookies(`${server.address}/api/`);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/api" });
    await page.goBack().catch(() => null);
    expect(page.url()).not.toContain(code);
    await context.close();

    const again = await server.browser.newContext();
    const second = await again.newPage();
    await second.goto(address);
    await second.getByText("throughline ui").waitFor();
    expect(second.url()).not.toContain(code);
    await again.close();
  });

  it("works in a tab that already shows the page", async () => {
    const context = await server.browser.newContext();
    const page = await context.newPage();
    await page.goto(server.address);
    await page.getByText("throughline ui").waitFor();
    // The browser loads nothing: only the part after # differs.
    const address = await server.signInAddress();
    await page.evaluate(`location.assign(${JSON.stringify(address)})`);
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    expect(page.url()).toBe(`${server.address}/#/home`);
    await context.close();
  });

  it("accepts a pasted access token, and rejects a wrong one", async () => {
    const context = await server.browser.newContext();
    const page = await context.newPage();
    await page.goto(server.address);
    const field = page.getByLabel("Or paste the access token");
    await field.fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("already used").waitFor();
    await field.fill(server.token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    await context.close();
  });
});

describe("the files of the page", () => {
  it("have a policy that runs only our own files, and are cached by hash", async () => {
    const page = await fetch(`${server.address}/`);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(page.headers.get("cache-control")).toBe("no-cache");
    const script = /src="\.(\/assets\/[^"]+)"/.exec(await page.text())?.[1] ?? "";
    const asset = await fetch(server.address + script);
    expect(asset.headers.get("cache-control")).toContain("immutable");
    expect(asset.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("are limited to the page's own folder", async () => {
    for (const path of [
      "/assets/../../main.js",
      "/..%2f..%2fpackage.json",
      "/assets/%2e%2e/%2e%2e/main.js",
      "/main.js",
    ])
      expect([401, 404]).toContain(await statusOf(path, {}));
  });
});
