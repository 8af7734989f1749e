import { describe, expect, it } from "vitest";
import { currentTenant, inTenant } from "./tenant-scope.js";

describe("inTenant", () => {
  it("applies to everything the body starts, and to nothing else", async () => {
    const later = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return currentTenant();
    };
    expect(await Promise.all([inTenant("acme", later), inTenant("other", later), later()])).toEqual([
      "acme",
      "other",
      undefined,
    ]);
  });

  it("is replaced by a nested tenant and restored afterwards", () => {
    inTenant("acme", () => {
      expect(inTenant("other", () => currentTenant())).toBe("other");
      expect(currentTenant()).toBe("acme");
    });
  });
});
