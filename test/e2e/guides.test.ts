import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Product } from "../support/product.js";
import { aGitRepository } from "../support/seed-project.js";
import { root } from "../support/sources.js";

const page = "docs/guides/many-repositories.md";

/** The guide's commands, in order, as a person would type them. */
const commands = [...readFileSync(join(root, page), "utf8").matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap(([, block = ""]) => block.trim().split("\n"))
  .map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ""));

describe(page, () => {
  let product: Product;
  beforeAll(() => {
    product = new Product();
    for (const name of ["api", "web"]) {
      aGitRepository(join(product.repository, name), { "README.md": `# ${name}\n`, "package.json": "{}" });
    }
    product.env.PATH = `${join(root, "test", "fixtures", "agents")}${delimiter}${process.env.PATH}`;
  });
  afterAll(() => product.remove());

  it("shows commands", () => expect(commands.length).toBeGreaterThan(20));

  it.each(commands)("shows a command that works: %s %s %s", (program, ...words) => {
    expect(program).toBe("throughline");
    const { status, stdout, stderr } = product.run(words);
    expect({ status, stderr, said: stdout.length > 0 }).toEqual({ status: 0, stderr: "", said: true });
  });
});
