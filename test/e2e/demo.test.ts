import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { Product } from "../support/product.js";
import { until } from "../support/until.js";

it("throughline demo serves sample data in a folder of its own, and removes it at the end", async () => {
  const product = new Product();
  const env = { DISPLAY: "", WAYLAND_DISPLAY: "", BROWSER: "", THROUGHLINE_SEARCH_MODEL: "off" };
  const child = product.start(["demo", "--port", "0"], { env });
  try {
    let said = "";
    child.stdout.on("data", (chunk) => (said += chunk));
    await until("the page is served", () => said.includes("Stop with Ctrl+C"));
    const [, address = "", code = ""] = /Page\s+(http:\S+?)\/#token=(\S+)/.exec(said) ?? [];
    const home = dirname(/content of (\S+token)>/.exec(said)?.[1] ?? "");
    expect(home).not.toContain(product.folder);
    const page = { "sec-fetch-site": "same-origin", "content-type": "application/json" };
    const signIn = await fetch(`${address}/api/sign-in`, {
      method: "POST",
      headers: page,
      body: JSON.stringify({ token: code }),
    });
    const cookie = signIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    const call = async (tool: string, input: object) =>
      (
        await fetch(`${address}/api/tools/${tool}`, {
          method: "POST",
          headers: { ...page, cookie },
          body: JSON.stringify(input),
        })
      ).json();
    const { memories } = (await call("memory_search", {
      project_id: join(dirname(home), "shop"),
      query: "idempotency key",
    })) as { memories: object[] };
    expect(memories[0]).toMatchObject({ title: "Payments need an idempotency key", state: "verified" });
    const ended = new Promise((resolve) => child.on("close", resolve));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(existsSync(home)).toBe(false);
    expect(existsSync(join(product.home, "throughline.db"))).toBe(false);
  } finally {
    child.kill("SIGTERM");
    product.remove();
  }
});
