import { describe, expect, it } from "vitest";
import { errorSignature } from "./error-signature.js";

describe("errorSignature", () => {
  it("is the same with and without a calling before the words", () => {
    const bare = errorSignature("connect ECONNREFUSED 127.0.0.1:5432");
    for (const text of [
      "Error: connect ECONNREFUSED 10.0.0.7:6543",
      "Uncaught Error: connect ECONNREFUSED ::1:5432".replace("::1", "10.1.1.1"),
    ]) {
      expect(errorSignature(text), text).toBe(bare);
    }
  });

  it("keeps names of errors and texts that are nothing but a calling", () => {
    expect(errorSignature("TypeError: x is not a function")).toContain("typeerror");
    expect(errorSignature("Error")).toBe("error");
  });
});
