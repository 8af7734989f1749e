import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mainScript, Product } from "../support/product.js";
import { hasPseudoTerminal, PseudoTerminal } from "../support/pseudo-terminal.js";

let product: Product;
beforeEach(() => {
  product = new Product();
  product.env.THROUGHLINE_SEARCH_MODEL = "off";
  for (const [title, content] of [
    ["Pool", "The connection pool was exhausted by 日本語 and a walrus."],
    ["Key", "Rotate the signing key, said the walrus."],
  ] as const)
    product.run(["memory", "record", title, content, "--project-id", "p", "--outcome", "success"]);
});
afterEach(() => product.remove());

describe("search without a terminal", () => {
  it("reports a missing query", () => {
    const { status, stderr } = product.run(["search"]);
    expect(stderr).toContain("Missing query");
    expect(status).toBe(2);
    expect(product.run(["search", "--pick"]).status).toBe(2);
  });

  it("prints the plain list when there is a query", () => {
    expect(product.run(["search", "walrus", "--pick"]).stdout).toMatch(/Pool[\s\S]*Key|Key[\s\S]*Pool/);
  });
});

// Pseudo-terminals need Python.
describe.skipIf(!hasPseudoTerminal())("search --pick in a terminal", () => {
  let terminal: PseudoTerminal;
  afterEach(() => terminal.close());

  /** A shell, so that the state of the terminal can be compared before and after. */
  async function start(words = "search --pick"): Promise<void> {
    const script = `stty -g; "${process.execPath}" "${mainScript}" ${words}; echo "code=$?"; stty -g`;
    terminal = new PseudoTerminal(["sh", "-c", script], {
      cwd: product.repository,
      env: { ...product.env, TERM: "xterm-256color" },
    });
    await terminal.shows("\x1b[?1049h");
  }

  async function hasLeft(): Promise<string> {
    await terminal.ended;
    const [before = "", rest = ""] = terminal.output.split("\x1b[?1049h");
    const after = rest.split("\x1b[?1049l")[1] ?? "";
    expect(after.trim().split("\n").at(-1)?.trim()).toBe(before.trim());
    expect(rest).toContain("\x1b[?25h\x1b[?1049l");
    return after;
  }

  it("refines results while typing, opens a document, and prints the selected one", async () => {
    await start();
    await terminal.shows("Type a query.");
    terminal.type("walrus");
    await terminal.shows("2 of 2");
    terminal.type("\x17signing");
    await terminal.shows("1 of 1");
    terminal.type("\r");
    await terminal.shows("Enter print and quit");
    terminal.type("\r");
    const after = await hasLeft();
    expect(after).toContain("Rotate the signing key, said the walrus.");
    expect(after).toContain("code=0");
  });

  it("opens without a query and restores the terminal on Escape", async () => {
    await start("search");
    await terminal.shows("Type a query.");
    terminal.type("\x1b");
    expect((await hasLeft()).split("\n")[0]?.trim()).toBe("code=0");
  });

  it("restores the terminal on Ctrl-C, in the list and in a document", async () => {
    await start("search pool --pick");
    await terminal.shows("1 of 1");
    terminal.type("\r");
    await terminal.shows("Enter print and quit");
    terminal.type("\x03");
    expect((await hasLeft()).split("\n")[0]?.trim()).toBe("code=130");
  });

  it("redraws after a resize, including wide characters", async () => {
    await start("search pool --pick");
    await terminal.shows("日本語");
    const before = terminal.output.length;
    terminal.resize(24, 8);
    await terminal.shows("The connection pool …", before);
    terminal.type("\x1b");
    await hasLeft();
  });
});
