import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../../store/archive/session-event.js";
import { exchangesThatWrote } from "./line-attribution.js";

const at = "2026-01-01T00:00:00.000Z";
const ask = (key: string): SessionEvent => ({ kind: "prompt", key, at, text: "?" });
const call = (key: string, tool: string, input: object): SessionEvent => ({
  ...{ kind: "call", key, at, call: key, tool, input: { ...input } },
});

const events = [
  ask("a"),
  call("1", "Write", { file_path: "/w/src/cart.ts", content: "const ttl = 50;\nconst a = 1;" }),
  ask("b"),
  call("2", "Edit", {
    file_path: "/w/src/cart.ts",
    old_string: "const ttl = 50;",
    new_string: "const ttl = 50;\nlet b;",
  }),
  ask("c"),
  call("3", "apply_patch", {
    input: "*** Begin Patch\n*** Update File: src/cart.ts\n@@\n-const a = 1;\n+  const c = 3;\n*** End Patch",
  }),
  call("4", "Read", { file_path: "/w/src/cart.ts" }),
];

describe("exchangesThatWrote", () => {
  it("names the exchange that wrote a line, not one that left it unchanged", () => {
    expect(exchangesThatWrote(events, "src/cart.ts", "const ttl = 50;")).toEqual(["a"]);
  });

  it("reads patches and ignores indentation", () => {
    expect(exchangesThatWrote(events, "src/cart.ts", "    const c = 3;")).toEqual(["c"]);
  });

  it("finds nothing for other files, nor for lines that occur everywhere", () => {
    expect(exchangesThatWrote(events, "src/other.ts", "const ttl = 50;")).toEqual([]);
    expect(exchangesThatWrote(events, "src/cart.ts", "}")).toEqual([]);
  });
});
