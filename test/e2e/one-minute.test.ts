import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claudeSession } from "../support/claude-session.js";
import { readTree, writeTree } from "../support/fabricated-hosts.js";
import { Product } from "../support/product.js";
import { root } from "../support/sources.js";

const page = join(root, "docs", "start", "one-minute.md");
const text = readFileSync(page, "utf8");
const recorded = /```console\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
const commands = [...recorded.matchAll(/^\$ throughline (.*)$/gm)].map(([, line = ""]) => line);

/** The recorded lines between two gaps appear in the transcript without a break. */
describe("README's first screen", () => {
  const shown = /```console\n([\s\S]*?)```/.exec(readFileSync(join(root, "README.md"), "utf8"))?.[1] ?? "";

  it("shows the first minute as it was recorded", () => {
    const pieces = shown.split("…\n").filter((piece) => piece !== "");
    expect(pieces.length).toBeGreaterThan(1);
    let from = 0;
    for (const piece of pieces) {
      const found = recorded.indexOf(piece, from);
      expect({ piece, isRecorded: found >= from }).toEqual({ piece, isRecorded: true });
      from = found + piece.length;
    }
  });
});

describe("the first minute", () => {
  let product: Product;
  let person: string;
  beforeAll(() => {
    product = new Product();
    person = join(product.folder, "person");
    mkdirSync(join(person, ".codex"), { recursive: true });
    const session = claudeSession(product.repository, [
      { asked: "Why is the login test flaky?", answered: "It takes a random port. Pin it to 4010." },
    ]);
    writeTree(product.repository, {
      "AGENTS.md": "# Releases\n\nThe release train leaves on Thursdays, never on Fridays.\n",
    });
    writeTree(person, {
      ".claude/CLAUDE.md": "# Style\n\nShort sentences, and no emoji in code comments.\n",
      ".claude/settings.json": '{\n  // mine\n  "model": "opus"\n}\n',
      [`.claude/projects/${product.repository.replaceAll(/[^\w]/g, "-")}/5e551011.jsonl`]: session,
    });
  });
  afterAll(() => product.remove());

  it("matches the page and leaves the machine unchanged", () => {
    const before = readTree(person);
    const shop = readTree(product.repository);
    const env = { HOME: person, THROUGHLINE_HOME: "", XDG_CONFIG_HOME: "", PATH: "/usr/bin:/bin" };
    const outputs = commands.map((line) => {
      const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
      const { stdout, stderr } = product.run(words, { env });
      return `$ throughline ${line}\n${(stdout + stderr).replaceAll(person, "~").replace(/mem_\w+/g, "mem_…")}`;
    });
    const transcript = outputs.join("");
    if (process.env.UPDATE_TRANSCRIPTS) writeFileSync(page, text.replace(recorded, transcript));
    expect(transcript).toBe(recorded);
    expect(readTree(product.repository)).toEqual(shop);
    const { ".throughline": _, ...after } = readTree(person);
    expect(Object.fromEntries(Object.entries(after).filter(([name]) => !name.startsWith(".throughline/")))).toEqual(
      before,
    );
  });
});
