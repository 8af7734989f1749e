import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorSignature } from "./error-fingerprint.js";

const same: Record<string, readonly [string, string]> = {
  "ports and hosts": [
    "Error: connect ECONNREFUSED 127.0.0.1:5432",
    "2026-01-02T03:04:05Z Error: connect ECONNREFUSED 10.0.0.7:6543",
  ],
  "paths and line numbers": [
    "TypeError: x is not a function at /home/ada/web/src/a.ts:12:3",
    "TypeError: x is not a function at C:\\work\\web\\src\\b.ts:99:1",
  ],
  "quoted values": ["KeyError: 'user_17'", "KeyError: 'user_204'"],
  "hex and ids": [
    "panic: bad block 0xc000123abc in 3f2504e0-4f89-11d3-9a0c-0305e82c3301",
    "panic: bad block 0xffee in 1b4e28ba-2fa1-11d2-883f-0016d3cca427",
  ],
  "numbers and durations": [
    "Timeout of 5000ms exceeded after 3 retries",
    "Timeout of 120 ms exceeded after 12 retries",
  ],
};

describe("errorSignature", () => {
  for (const [values, [first, second]] of Object.entries(same)) {
    it(`is the same for other ${values}`, () => {
      expect(errorSignature(first)).toBe(errorSignature(second));
    });
  }

  it("tells different failures apart", () => {
    const failures = [
      "Error: connect ECONNREFUSED 127.0.0.1:5432",
      "Error: connect ETIMEDOUT 127.0.0.1:5432",
      "TypeError: Cannot read properties of undefined (reading 'id')",
      "error[E0308]: mismatched types",
      "error[E0382]: use of moved value",
    ];
    expect(new Set(failures.map(errorSignature)).size).toBe(failures.length);
  });

  it("finds the line with the error in a traceback and in a log", () => {
    const traceback = `Traceback (most recent call last):
  File "/srv/app/main.py", line 10, in <module>
    run()
sqlalchemy.exc.OperationalError: (psycopg2.OperationalError) could not connect to server: Connection refused`;
    expect(errorSignature(traceback)).toContain("sqlalchemy.exc.operationalerror");
    const log = "INFO starting\nINFO listening on 3000\nERROR worker failed: disk is full\nINFO stopping";
    expect(errorSignature(log)).toBe("worker failed: disk is full");
  });

  it("is idempotent", () => {
    fc.assert(fc.property(fc.string(), (text) => void errorSignature(text)));
    const once = errorSignature("Error: connect ECONNREFUSED 127.0.0.1:5432");
    expect(errorSignature(once)).toBe(once);
  });

  it("is the same with and without a severity prefix", () => {
    const bare = errorSignature("connect ECONNREFUSED 127.0.0.1:5432");
    for (const text of [
      "Error: connect ECONNREFUSED 10.0.0.7:6543",
      "Uncaught Error: connect ECONNREFUSED ::1:5432".replace("::1", "10.1.1.1"),
    ]) {
      expect(errorSignature(text), text).toBe(bare);
    }
  });

  it("keeps names of errors, and a text that is only a severity", () => {
    expect(errorSignature("TypeError: x is not a function")).toContain("typeerror");
    expect(errorSignature("Error")).toBe("error");
  });
});
