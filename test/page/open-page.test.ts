import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Product } from "../support/product.js";

let product: Product;
beforeAll(() => {
  product = new Product();
});
afterAll(() => product.remove());

/** No screen, so that no browser opens while tests run. */
const env = { DISPLAY: "", WAYLAND_DISPLAY: "", BROWSER: "" };

describe("throughline ui", () => {
  it("starts a server if none runs, finds it the next time, and prints a URL when no browser can be opened", async () => {
    const child = product.start(["ui"], { env });
    let said = "";
    child.stdout.on("data", (chunk) => (said += chunk));
    while (!said.includes("Open this in a browser")) await new Promise((resolve) => setTimeout(resolve, 20));
    const [, address, first] = /browser: (http:\S+?)\/#token=(\S+)/.exec(said) ?? [];
    const again = product.run(["ui"], { env });
    expect(again.status).toBe(0);
    const [, same, second] = /browser: (http:\S+?)\/#token=(\S+)/.exec(again.stdout) ?? [];
    expect(same).toBe(address);
    expect(second).not.toBe(first);
    const exited = new Promise((resolve) => child.on("close", resolve));
    child.kill("SIGTERM");
    expect(await exited).toBe(0);
  });
});
