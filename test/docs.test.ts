import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { referenceFiles } from "../src/surface/reference/reference-files.js";
import { root } from "./support/sources.js";

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];
const read = (path: string) => readFileSync(join(root, path), "utf8");

describe("the docs", () => {
  it("have a current reference (npm run generate writes it)", () => {
    const stale = [...referenceFiles()].filter(([path, text]) => !existsSync(join(root, path)) || read(path) !== text);
    expect(stale.map(([path]) => path)).toEqual([]);
  });

  it("link only to what is there", () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)]
        .filter(([, to = ""]) => !existsSync(join(root, dirname(page), to)))
        .map(([, to]) => `${page} → ${to}`),
    );
    expect(broken).toEqual([]);
  });

  it("name only files and folders of the source that exist", () => {
    const named = [...read("ARCHITECTURE.md").matchAll(/`((?:src|test|docs|scripts)\/[\w./-]+)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it("number decisions once and give each its four parts", () => {
    const decisions = readdirSync(join(root, "docs", "decisions"));
    const numbers = decisions.map((name) => name.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
    const forms = [
      ["**Context.**", "**Decision.**", "**Consequences.**", "**What would change our mind.**"],
      ["## Context", "## Decision", "## Consequences", "## Revisit when"],
    ];
    const lacking = decisions.filter((name) => {
      const text = read(join("docs", "decisions", name));
      return !forms.some((parts) => parts.every((part) => text.includes(part)));
    });
    expect(lacking).toEqual([]);
  });
});
