import { describe, expect, it } from "vitest";
import { isNamedDummy } from "./is-named-dummy.js";

describe("isNamedDummy", () => {
  it.each([
    "proxy-token-1",
    "PlaywrightTest123",
    "k8s_jwt_token",
    "team_a_password",
    "my-secure-secret-key-1234567890",
    "nouppercasepassword123",
    "CustomPass123!",
    "token-with-special!@#$%^&*()chars",
  ])("recognizes %s", (value) => {
    expect(isNamedDummy(value)).toBe(true);
  });

  it.each(["maple-otter-window-bridge", "sommer-2024", "xK9-test-Qz7w", "pass-4711-2093", "vK7!token#xLw9"])(
    "does not take %s for one",
    (value) => {
      expect(isNamedDummy(value)).toBe(false);
    },
  );

  it("knows a secret with a word for its kind before it", () => {
    expect(isNamedDummy(["token", "q8Zr2Lw9Xk4Tn7Vb"].join("-"))).toBe(false);
  });
});
