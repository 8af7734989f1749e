import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Key } from "../screen.js";
import { keysOfRest, readKeys } from "./read-keys.js";

const describeKeys = (keys: readonly Key[]) => keys.map((key) => (key.kind === "text" ? `'${key.text}'` : key.kind));

describe("keys of a terminal", () => {
  it("recognizes the different sequences that terminals send for a key", () => {
    expect(describeKeys(readKeys("\x1b[A\x1bOA\x10\x1b[B\x1bOB\x0e\x1b[1;5B").keys)).toEqual([
      "up",
      "up",
      "up",
      "down",
      "down",
      "down",
      "down",
    ]);
    expect(describeKeys(readKeys("\x1b[5~\x1b[6~\x1b[H\x1b[1~\x1b[F\x1b[4~").keys)).toEqual([
      "pageUp",
      "pageDown",
      "home",
      "home",
      "end",
      "end",
    ]);
    expect(describeKeys(readKeys("\r\x03\x7f\x08\x15\x17").keys)).toEqual([
      "enter",
      "interrupt",
      "backspace",
      "backspace",
      "deleteLine",
      "deleteWord",
    ]);
  });

  it("returns text as it is, and skips unsupported keys", () => {
    expect(describeKeys(readKeys("日本 🙂\x01\x1bf\x1b[Zx").keys)).toEqual(["'日本 🙂'", "'x'"]);
  });

  it("does not treat line ends of pasted text as enter", () => {
    expect(describeKeys(readKeys("\x1b[200~two\r\nlines\x1b[A\x1b[201~\r").keys)).toEqual(["'two lines [A'", "enter"]);
  });

  it("distinguishes the escape key from the beginning of a sequence", () => {
    expect(readKeys("\x1b")).toEqual({ keys: [], rest: "\x1b" });
    expect(describeKeys(keysOfRest("\x1b"))).toEqual(["escape"]);
    expect(keysOfRest("\x1b[")).toEqual([]);
    expect(describeKeys(readKeys("\x1b\x1b[A").keys)).toEqual(["escape", "up"]);
  });

  it("returns the same keys however the input is split, and always terminates", () => {
    const input = fc.string({ unit: fc.constantFrom("\x1b", "[", "O", "2", "00~", "201~", "A", "~", ";", "日", "\r") });
    fc.assert(
      fc.property(input, fc.nat(), (text, offset) => {
        const cut = offset % (text.length + 1);
        const first = readKeys(text.slice(0, cut));
        const second = readKeys(first.rest + text.slice(cut));
        const join = (keys: readonly Key[]) => describeKeys(keys).join("").replaceAll("''", "");
        expect(join([...first.keys, ...second.keys])).toBe(join(readKeys(text).keys));
      }),
    );
  });
});
