import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeId, nextBytes } from "./ids.js";
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
