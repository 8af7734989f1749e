import { describe, expect, it } from "vitest";
import { redact } from "../domain/redaction/redact.js";
import { echoName } from "./wire-errors.js";

const echo = (name: string) => echoName((text) => redact(text).text, name);

describe("echoName", () => {
  it("shows a short name as it is", () => {
    expect(echo("memory_serch")).toBe("memory_serch");
  });

  it("hides a secret that was sent as a name", () => {
    const token = ["ghp", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"].join("_");
    expect(echo(`call ${token}`)).toBe("call [REDACTED]");
  });

  it("shortens a long name", () => {
    expect(echo("n".repeat(5000))).toBe(`${"n".repeat(80)}…`);
  });
});
