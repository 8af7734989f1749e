import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Product } from "../support/product.js";
import { root } from "../support/sources.js";

/** Pages whose commands are run as printed. */
const pages = ["README.md", "docs/start/first-memory.md"];

const commandsOf = (page: string) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
    block.trim().split("\n"),
  );

/** Run before these tests, and by every developer. */
const isBuildOrTest = (line: string) => /^npm install && npm (run build|start|test)$/.test(line);

/** What a person types at the prompts of the install line is answered here: building was done before, and yes is meant. */
const asRun = (line: string) =>
  line.replace("npm install && npm run build && ", "").replace(/ install$/, " install --yes");

describe.each(pages)("%s", (page) => {
  let product: Product;
  beforeAll(() => {
    product = new Product();
    mkdirSync(join(product.folder, ".codex"));
  });
  afterAll(() => product.remove());

  it("says how to get the command on the PATH before it uses it", () => {
    const commands = commandsOf(page);
    expect(commands[0]).toBe("npm install && npm run build && npx throughline install");
    expect(commands.filter((line) => line.startsWith("throughline ")).length).toBeGreaterThan(1);
  });

  it.each(commandsOf(page).filter((line) => !isBuildOrTest(line)))("shows a command that works: %s", (line) => {
    // A prefix that nobody may write, as that of the system's Node is for ordinary users.
    const prefix = "/proc/none";
    const { status, stdout, stderr } = spawnSync("bash", ["-c", asRun(line)], {
      cwd: line.includes("npx ") ? root : product.repository,
      env: {
        ...product.env,
        npm_config_prefix: prefix,
        npm_config_loglevel: "error",
        npm_config_offline: "true",
        PATH: `${join(product.folder, ".local", "bin")}${delimiter}${process.env.PATH}`,
      },
      encoding: "utf8",
    });
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
