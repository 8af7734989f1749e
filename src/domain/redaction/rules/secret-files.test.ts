import { describe, expect, it } from "vitest";
import { secretFileRule } from "./secret-files.js";

describe("secretFileRule", () => {
  it("recognizes files that are secrets as a whole by name", () => {
    expect(secretFileRule("certs/server.p12")).toBe("pkcs12-file");
    expect(secretFileRule("C:\\keys\\client.PFX")).toBe("pkcs12-file");
    expect(secretFileRule("home/.ssh/id_ed25519")).toBe("ssh-key-file");
  });

  it("lets others be read", () => {
    expect(secretFileRule("src/p12.ts")).toBeUndefined();
    expect(secretFileRule("home/.ssh/id_ed25519.pub")).toBeUndefined();
    expect(secretFileRule(".p12")).toBeUndefined();
  });
});
