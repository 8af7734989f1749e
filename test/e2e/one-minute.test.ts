import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claudeSession } from "../support/claude-session.js";
import { readTree, writeTree } from "../support/fabricated-hosts.js";
import { Product } from "../support/product.js";
import { root } from "../support/sources.js";
import { runGit } from "../support/team.js";

const consoleBlock = /```console\n([\s\S]*?)```/;
const recordedIn = (page: string) => consoleBlock.exec(readFileSync(page, "utf8"))?.[1] ?? "";
const page = join(root, "docs", "start", "one-minute.md");
const recorded = recordedIn(page);

/** What the commands of a page print; UPDATE_TRANSCRIPTS writes it into the page. */
function play(from: string, product: Product, person: string): string {
  const shown = recordedIn(from);
  const env = { HOME: person, THROUGHLINE_HOME: "", XDG_CONFIG_HOME: "", PATH: "/usr/bin:/bin" };
  const outputs = [...shown.matchAll(/^\$ throughline (.*)$/gm)].map(([, line = ""]) => {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    const { stdout, stderr } = product.run(words, { env });
    const printed = (stdout + stderr).replaceAll(person, "~").replaceAll(product.repository, "~/shop");
    return `$ throughline ${line}\n${printed.replace(/mem_\w+/g, "mem_…").replace(/(mem_… )\d\d-\d\d/g, "$1…")}`;
  });
  const transcript = outputs.join("");
  if (process.env.UPDATE_TRANSCRIPTS) writeFileSync(from, readFileSync(from, "utf8").replace(shown, transcript));
  return transcript;
}

/** How many lines a connection takes is not what a page promises. */
const withoutCounts = (text: string) => text.replace(/ +(new )?([+-]\d+ ?){1,2}(?= |$)/gm, " +…");

/** The recorded lines between two gaps appear in the transcript without a break. */
describe("README's first screen", () => {
  const shown = recordedIn(join(root, "README.md"));

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
    expect(withoutCounts(play(page, product, person))).toBe(withoutCounts(recorded));
    expect(readTree(product.repository)).toEqual(shop);
    const { ".throughline": _, ...after } = readTree(person);
    expect(Object.fromEntries(Object.entries(after).filter(([name]) => !name.startsWith(".throughline/")))).toEqual(
      before,
    );
  });
});

describe("day zero", () => {
  it("matches the page", () => {
    const product = new Product();
    const person = join(product.folder, "person");
    mkdirSync(join(person, ".claude"), { recursive: true });
    writeTree(product.repository, {
      "CONTRIBUTING.md": "# Contributing\n\n## Migrations\n\nNever edit a released migration; add a file instead.\n",
      ".github/workflows/check.yml":
        "on: [push]\njobs:\n  check:\n    steps:\n      - run: pnpm install --frozen-lockfile\n      - run: pnpm test\n",
    });
    const identity = ["-c", "user.name=Dev", "-c", "user.email=dev@example.org"];
    runGit(product.repository, "add", "-A");
    runGit(product.repository, ...identity, "commit", "-qm", "Start");
    const body = "Prices come from the ledger, not from the catalog: the catalog is updated at night only.";
    runGit(
      product.repository,
      ...identity,
      "commit",
      "-q",
      "--allow-empty",
      "-m",
      "Read prices from the ledger",
      "-m",
      body,
    );
    const dayZero = join(root, "docs", "start", "day-zero.md");
    try {
      expect(withoutCounts(play(dayZero, product, person))).toBe(withoutCounts(recordedIn(dayZero)));
    } finally {
      product.remove();
    }
  });
});
