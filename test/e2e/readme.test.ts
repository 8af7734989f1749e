import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Product } from "../support/product.js";
import { root } from "../support/sources.js";

/** Pages whose commands are run as printed. */
const pages = ["README.md", "docs/start/first-memory.md"];

const commandsOf = (page: string) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/```sh\n([\s\S]*?)```/g)]
    .flatMap(([, block = ""]) => block.trim().split("\n"))
    .filter((line) => /^node \S*dist\/main\.js /.test(line));

describe.each(pages)("%s", (page) => {
  let product: Product;
  beforeAll(() => {
    product = new Product();
  });
  afterAll(() => product.remove());

  it("has commands to run", () => expect(commandsOf(page).length).toBeGreaterThan(1));

  it.each(commandsOf(page))("shows a command that works: %s", (line) => {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "").slice(2);
    const { status, stdout, stderr } = product.run(words);
    expect({ status, stderr, said: stdout.length > 0 }).toEqual({ status: 0, stderr: "", said: true });
  });

  it("shows the tools' real answers", () => {
    const text = readFileSync(join(root, page), "utf8");
    for (const [, name = "", input = "", answer = ""] of text.matchAll(/→ (\w+) (\{.*\})\n← (\{.*\})/g)) {
      const fresh = name === "memory_record" ? new Product() : product;
      const flags = Object.entries(JSON.parse(input) as Record<string, string>);
      const words = [
        name.replace("_", " ").split(" "),
        ...flags.map(([key, value]) => [`--${key.replaceAll("_", "-")}`, value]),
      ].flat();
      const said = JSON.parse(fresh.run([...words, "--json"]).stdout);
      expect(JSON.stringify(said).replace(/mem_\w+/g, "mem_…")).toBe(JSON.stringify(JSON.parse(answer)));
      if (fresh !== product) fresh.remove();
    }
  });
});
