import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeId, isCutId, nextBytes, shortId } from "./ids.js";
import { fixedRuntime } from "./runtime.js";

const tenBytes = fc.uint8Array({ minLength: 10, maxLength: 10 });

describe("encodeId", () => {
  it("carries its kind and a fixed length", () => {
    expect(encodeId("mem", 0, new Uint8Array(10))).toBe("mem_00000000000000000000000000");
  });

  it("sorts by time whatever the random part", () => {
    const time = fc.integer({ min: 0, max: 2 ** 45 });
    fc.assert(
      fc.property(time, time, tenBytes, tenBytes, (a, b, x, y) => {
        fc.pre(a !== b);
        expect(encodeId("mem", a, x) < encodeId("mem", b, y)).toBe(a < b);
      }),
    );
  });

  it("encodes different bytes differently", () => {
    fc.assert(
      fc.property(tenBytes, tenBytes, (x, y) => {
        expect(encodeId("mem", 5, x) === encodeId("mem", 5, y)).toBe(Buffer.from(x).equals(Buffer.from(y)));
      }),
    );
  });
});

describe("shortId", () => {
  it.each([
    ["mem_01kq3v7z2m0123456789abcdef", "mem_01kq3v7z2m"],
    ["9d52e0fe-2507-4a7f-9557-1c027e71d4f4", "9d52e0fe"],
    // The beginning of version 7 is the time: sessions of one minute would have the same eight digits.
    ["019a3f52-77c1-7d10-9c77-0242ac120002", "019a3f52-77c1"],
    ["ses_5f2", "ses_5f2"],
  ])("cuts %s to %s", (id, short) => {
    expect(shortId(id)).toBe(short);
  });

  it("knows a cut id from a whole one", () => {
    fc.assert(
      fc.property(tenBytes, (bytes) => {
        const id = encodeId("mem", 5, bytes);
        expect([isCutId(id), isCutId(shortId(id))]).toEqual([false, true]);
      }),
    );
  });
});

describe("nextBytes", () => {
  it("makes the id that sorts next", () => {
    fc.assert(
      fc.property(tenBytes, (bytes) => {
        fc.pre(bytes.some((byte) => byte !== 255));
        expect(encodeId("mem", 5, bytes) < encodeId("mem", 5, nextBytes(bytes))).toBe(true);
      }),
    );
  });
});

describe("fixedRuntime", () => {
  it("counts ids up and advances one second per call", () => {
    const runtime = fixedRuntime();
    expect([runtime.newId("mem"), runtime.newId("cp")]).toEqual([
      "mem_00000000000000000000000001",
      "cp_00000000000000000000000002",
    ]);
    expect([runtime.now(), runtime.now()].map((at) => at.toISOString())).toEqual([
      "2026-01-02T03:04:05.000Z",
      "2026-01-02T03:04:06.000Z",
    ]);
  });
});
