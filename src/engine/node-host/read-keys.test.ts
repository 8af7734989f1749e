import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Key } from "../screen.js";
import { keysOfRest, readKeys } from "./read-keys.js";

const said = (keys: readonly Key[]) => keys.map((key) => (key.kind === "text" ? `'${key.text}'` : key.kind));

describe("keys of a terminal", () => {
  it("knows the ways in which terminals say the same key", () => {
    expect(said(readKeys("\x1b[A\x1bOA\x10\x1b[B\x1bOB\x0e\x1b[1;5B").keys)).toEqual([
      ...["up", "up", "up", "down", "down", "down", "down"],
    ]);
    expect(said(readKeys("\x1b[5~\x1b[6~\x1b[H\x1b[1~\x1b[F\x1b[4~").keys)).toEqual([
      ...["pageUp", "pageDown", "home", "home", "end", "end"],
    ]);
    expect(said(readKeys("\r\x03\x7f\x08\x15\x17").keys)).toEqual([
      ...["enter", "interrupt", "backspace", "backspace", "deleteLine", "deleteWord"],
    ]);
  });

  it("takes text as it is, and passes over keys that mean nothing here", () => {
    expect(said(readKeys("日本 🙂\x01\x1bf\x1b[Zx").keys)).toEqual(["'日本 🙂'", "'x'"]);
  });

  it("does not choose at the line ends of what is pasted", () => {
    expect(said(readKeys("\x1b[200~two\r\nlines\x1b[A\x1b[201~\r").keys)).toEqual(["'two lines [A'", "enter"]);
  });

  it("tells the escape key from the beginning of another", () => {
    expect(readKeys("\x1b")).toEqual({ keys: [], rest: "\x1b" });
    expect(said(keysOfRest("\x1b"))).toEqual(["escape"]);
    expect(keysOfRest("\x1b[")).toEqual([]);
    expect(said(readKeys("\x1b\x1b[A").keys)).toEqual(["escape", "up"]);
  });

  it("reads the same however a sequence is cut, and always comes to an end", () => {
    const sent = fc.string({ unit: fc.constantFrom("\x1b", "[", "O", "2", "00~", "201~", "A", "~", ";", "日", "\r") });
    fc.assert(
      fc.property(sent, fc.nat(), (text, at) => {
        const cut = at % (text.length + 1);
        const first = readKeys(text.slice(0, cut));
        const second = readKeys(first.rest + text.slice(cut));
        const join = (keys: readonly Key[]) => said(keys).join("").replaceAll("''", "");
        expect(join([...first.keys, ...second.keys])).toBe(join(readKeys(text).keys));
      }),
    );
  });
});
